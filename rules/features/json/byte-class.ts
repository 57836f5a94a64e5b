import { trait } from './tape.ts'

/** Set for bytes at which a string ends or goes on otherwise: `"`, `\`, control characters. */
export const stops = 1

/** Traits that a byte gives the string in which it stands, and {@link stops}. */
export const classOf: Uint8Array = makeClasses()

function makeClasses(): Uint8Array {
  const table = new Uint8Array(256)
  table.fill(stops | trait.control | trait.escaped, 0, 32)
  table.fill(trait.mayMask, 48, 58)
  table.fill(trait.wide, 128)
  table[10] = stops | trait.control | trait.escaped | trait.lineEnd
  table[34] = stops | trait.escaped
  table[47] = trait.mayMask
  table[92] = stops | trait.escaped | trait.mayMask
  return table
}
