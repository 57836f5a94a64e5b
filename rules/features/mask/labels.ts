/** What stands for a volatile part. None holds a digit, so that masking twice changes nothing. */
export const labels = ['<time>', '<uuid>', '<addr>', '<took>', '<pid>', '<tmp>', '<id>', '<score>'] as const

/** Places in {@link labels}. */
export const time = 0
export const uuid = 1
export const address = 2
export const took = 3
export const pid = 4
export const tempPath = 5
export const id = 6
export const score = 7

/** True for masked text that was one id, address or name of its own. A time is none: it moves by itself. */
export function isOneLabel(text: Uint8Array): boolean {
  if (text.length > longest || text[0] !== 60) return false
  return names.some((name) => name.length === text.length && name.every((byte, at) => byte === text[at]))
}

const longest = Math.max(...labels.map(({ length }) => length))
const names = [uuid, address, tempPath, id].map((label) => new TextEncoder().encode(labels[label]))

/** A volatile part of a text. */
export interface Part {
  readonly from: number
  readonly end: number
  /** Place in {@link labels}. */
  readonly label: number
}

/** A {@link Part}. */
export function part(from: number, end: number, label: number): Part {
  return { from, end, label }
}
