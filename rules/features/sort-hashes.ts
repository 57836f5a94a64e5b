/** Up to this number nothing is gained by buckets. */
const fewHashes = 24
/** Buckets by the highest bits: hashes are spread evenly, so that each holds few. */
const bucketBits = 8
const ends = new Uint32Array(1 << bucketBits)
const spread = new Uint32Array(1024)

/** Sorts the first `count` of `values`, 32-bit hashes, ascending: several times as fast as the built-in for some hundred. */
export function sortHashes(values: Uint32Array, count: number): void {
  if (count > fewHashes) spreadOut(values, count)
  insertionSort(values, count)
}

/** Brings each hash nearly to its place. */
function spreadOut(values: Uint32Array, count: number): void {
  if (count > spread.length) {
    // What lies unevenly in few buckets would take long.
    values.subarray(0, count).sort()
    return
  }
  ends.fill(0)
  for (let i = 0; i < count; i++) {
    const bucket = (values[i] ?? 0) >>> (32 - bucketBits)
    ends[bucket] = (ends[bucket] ?? 0) + 1
  }
  let end = 0
  for (let bucket = 0; bucket < ends.length; bucket++) {
    end += ends[bucket] ?? 0
    ends[bucket] = end
  }
  for (let i = count - 1; i >= 0; i--) {
    const value = values[i] ?? 0
    const bucket = value >>> (32 - bucketBits)
    const place = (ends[bucket] ?? 0) - 1
    ends[bucket] = place
    spread[place] = value
  }
  for (let i = 0; i < count; i++) values[i] = spread[i] ?? 0
}

function insertionSort(values: Uint32Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const value = values[i] ?? 0
    let at = i - 1
    while (at >= 0 && (values[at] ?? 0) > value) {
      values[at + 1] = values[at] ?? 0
      at--
    }
    values[at + 1] = value
  }
}
