import { standsAt, unitAt } from '../bytes/letters.ts'
import { isHex, isWord } from './chars.ts'
import { address, part, uuid, type Part } from './labels.ts'

/** A UUID at `at`. */
export function uuidAt(text: Uint8Array, at: number): Part | null {
  for (let i = 0; i < 36; i++) {
    const unit = unitAt(text, at + i)
    if (i === 8 || i === 13 || i === 18 || i === 23) {
      if (unit !== 45) return null
    } else if (!isHex(unit)) return null
  }
  if (isWord(unitAt(text, at - 1)) || isWord(unitAt(text, at + 36))) return null
  return part(at, at + 36, uuid)
}

/**
 * A memory address at `at`: `0x` and 7 to 16 hexadecimal digits, 6 after `at`. Shorter ones are
 * constants, longer ones digests, and eight digits that begin with 8 or C status codes of Windows.
 */
export function addressAt(text: Uint8Array, at: number): Part | null {
  let end = at + 2
  while (end - at < 20 && isHex(unitAt(text, end))) end++
  const n = end - at - 2
  if (n < 6 || n > 16 || isWord(unitAt(text, end))) return null
  if (n === 6 && !standsAt(text, at - 3, 'at ')) return null
  const first = unitAt(text, at + 2) | 32
  return n === 8 && (first === 56 || first === 99) ? null : part(at, end, address)
}
