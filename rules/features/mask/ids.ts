import { isHex, isWord } from './chars.ts'
import { address, part, uuid, type Part } from './labels.ts'

/** A UUID at `at`. */
export function uuidAt(text: string, at: number): Part | null {
  for (let i = 0; i < 36; i++) {
    const unit = text.charCodeAt(at + i)
    if (i === 8 || i === 13 || i === 18 || i === 23) {
      if (unit !== 45) return null
    } else if (!isHex(unit)) return null
  }
  if (isWord(text.charCodeAt(at - 1)) || isWord(text.charCodeAt(at + 36))) return null
  return part(at, at + 36, uuid)
}

/**
 * A memory address at `at`: `0x` and 7 to 16 hexadecimal digits, 6 after `at`. Shorter ones are
 * constants, longer ones digests, and eight digits that begin with 8 or C status codes of Windows.
 */
export function addressAt(text: string, at: number): Part | null {
  let end = at + 2
  while (end - at < 20 && isHex(text.charCodeAt(end))) end++
  const n = end - at - 2
  if (n < 6 || n > 16 || isWord(text.charCodeAt(end))) return null
  if (n === 6 && text.slice(at - 3, at) !== 'at ') return null
  const first = text.charCodeAt(at + 2) | 32
  return n === 8 && (first === 56 || first === 99) ? null : part(at, end, address)
}
