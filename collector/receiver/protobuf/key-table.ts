/** Keys learned at most. They come from code and configuration, hardly ever from what is received. */
const capacity = 1024
/** A power of two, four times the capacity: probes are short. */
const buckets = 4096

/**
 * Attribute keys that somebody reads, each with a small number, its slot. Keys on the wire are found
 * by their bytes, so that no string is made for a key that nobody reads. Keys are learned when they
 * are first asked for, and never forgotten.
 */
export class KeyTable {
  private readonly slots = new Map<string, number>()
  private readonly keys: Buffer[] = []
  private readonly table = new Int16Array(buckets).fill(-1)

  /** How many keys are known: slots are 0 to `size - 1`. */
  get size(): number {
    return this.keys.length
  }

  /** The slot of `key`, learned now if need be; -1 when the table is full. */
  slot(key: string): number {
    return this.slots.get(key) ?? this.learn(key)
  }

  /** The slot of the key whose bytes are given, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    for (let at = hash(bytes, start, end); ; at = (at + 1) & (buckets - 1)) {
      const slot = this.table[at] as number
      if (slot < 0 || equal(this.keys[slot] as Buffer, bytes, start, end)) return slot
    }
  }

  private learn(key: string): number {
    const slot = this.keys.length
    if (slot >= capacity) return -1
    const bytes = Buffer.from(key)
    let at = hash(bytes, 0, bytes.length)
    while ((this.table[at] as number) >= 0) at = (at + 1) & (buckets - 1)
    this.table[at] = slot
    this.keys.push(bytes)
    this.slots.set(key, slot)
    return slot
  }
}

/** Keys share their beginnings (`gen_ai.`), so the end counts most: six bytes and the length. */
function hash(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start
  let value = length
  for (let i = 1; i <= 4 && i <= length; i++) value = Math.imul(value, 31) + (bytes[end - i] as number)
  if (length > 4) {
    value = Math.imul(value, 31) + (bytes[start + (length >> 1)] as number)
    value = Math.imul(value, 31) + (bytes[start + (length >> 2)] as number)
  }
  return (value ^ (value >>> 12)) & (buckets - 1)
}

function equal(key: Buffer, bytes: Uint8Array, start: number, end: number): boolean {
  if (key.length !== end - start) return false
  for (let i = 0; i < key.length; i++) if (key[i] !== bytes[start + i]) return false
  return true
}
