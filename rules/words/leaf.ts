/** A hash of a leaf's value whose lowest bit says whether the value is wording: three words or more, or a query. */
export function leafValue(hash: number, wording: boolean): number {
  return (wording ? hash | 1 : hash & ~1) >>> 0
}

/** True for words put together (a query, a message); false for a name, a number, a date, a path. */
export function isWording(value: number): boolean {
  return (value & 1) === 1
}
