/** Start state of a 32-bit hash; different seeds give unrelated hashes. */
export function startHash(seed: number): number {
  return Math.imul(seed ^ 0x811c9dc5, 0x9e3779b1)
}

/** Takes one UTF-16 code unit into the state (FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/). */
export function mixUnit(state: number, unit: number): number {
  return Math.imul(state ^ unit, 0x01000193)
}

/** The hash of a state: 32 bits, unsigned (finaliser of MurmurHash3, which spreads what FNV leaves in low bits). */
export function endHash(state: number): number {
  let h = state
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** State after all code units of `text`. */
export function mixText(state: number, text: string): number {
  let h = state
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h
}
