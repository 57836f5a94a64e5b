import fc from 'fast-check'

/** All of them, some twice, in any order, cut anywhere. */
export function arrivals<T>(all: readonly T[]): fc.Arbitrary<readonly (readonly T[])[]> {
  return fc
    .tuple(
      fc.subarray([...all]).chain((again) => {
        const sent = [...all, ...again]
        return fc.shuffledSubarray(sent, { minLength: sent.length })
      }),
      fc.array(fc.constantFrom(1, 1, 1, 2, 5), { minLength: 1, maxLength: 6 }),
    )
    .map(([shuffled, sizes]) => cut(shuffled, sizes))
}

function cut<T>(all: readonly T[], sizes: readonly number[]): readonly (readonly T[])[] {
  const batches: T[][] = []
  for (let at = 0, k = 0; at < all.length; k++) {
    const size = sizes[k % sizes.length] ?? 1
    batches.push(all.slice(at, at + size))
    at += size
  }
  return batches
}
