/** Codes go from 1 to this, round in a circle; 0 is no number. */
const CODES = 2047
const SHIFT = 1
const MASK = CODES << SHIFT

/** Steps for a doubling: one step is about 1 %, or 0.01 for numbers near zero. */
const STEPS = 64

/**
 * The hash of a leaf's value with eleven of its bits given to the number that the value holds, null for none. They tell
 * how far and which way the number of one field went between two answers, and nothing about where it stands:
 * `offset` is a secret of the field (it derives from the key of the hashes), and codes go round in a circle.
 */
export function withNumber(value: number, number: number | null, offset: number): number {
  return ((value & ~MASK) | (number === null ? 0 : codeOf(number, offset) << SHIFT)) >>> 0
}

/** How far the number of a field went between two leaf values, in steps of about 1 %, negative downwards; null where either holds none. */
export function numberMoved(before: number, now: number): number | null {
  const [from, to] = [(before & MASK) >>> SHIFT, (now & MASK) >>> SHIFT]
  if (from === 0 || to === 0) return null
  const steps = (to - from + CODES) % CODES
  return steps > CODES / 2 ? steps - CODES : steps
}

/** The hash of a line's words whose lowest bits tell the line in which a number stands (0 to 7); null for a line of few words. */
export function ofLine(path: number, line: number | null): number {
  return (line === null ? path & ~3 : (path & ~15) | (line << 1) | 1) >>> 0
}

/** The hash of the path of a JSON leaf, whose lowest bits tell whether it says which page of a listing is asked for. */
export function ofLeaf(path: number, isPage: boolean): number {
  return ((path & ~3) | (isPage ? PAGE : 0)) >>> 0
}

/** True for the path of a leaf that says which page of a listing is asked for. */
export function isPage(path: number): boolean {
  return (path & 3) === PAGE
}

const PAGE = 2

/** The line whose words the path holds; null for a JSON leaf, and for a line of few words. */
export function lineOf(path: number): number | null {
  return (path & 1) === 1 ? (path >>> 1) & 7 : null
}

function codeOf(number: number, offset: number): number {
  const steps = Math.sign(number) * Math.round(STEPS * Math.log2(1 + Math.abs(number)))
  return 1 + ((((steps + offset) % CODES) + CODES) % CODES)
}
