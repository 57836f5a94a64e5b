/** What stands for a volatile part. None holds a digit, so that masking twice changes nothing. */
export const labels = ['', '<time>', '<uuid>', '<addr>', '<took>', '<pid>', '<tmp>', '<id>'] as const

/** Places in {@link labels}. */
export const time = 1
export const uuid = 2
export const address = 3
export const took = 4
export const pid = 5
export const tempPath = 6
export const id = 7

/** Where a volatile part ends, and its place in {@link labels}, as one number; 0 is no volatile part. */
export type Match = number

/** Packs a {@link Match}. */
export function match(end: number, label: number): Match {
  return end * 8 + label
}
