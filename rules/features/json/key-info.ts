import { mixText, startHash } from '../hash.ts'
import { keyKind, type KeyKind } from '../mask/keys.ts'

/** What is worked out once for a key that comes again and again. */
export interface KeyInfo {
  /** `"key":`, as JSON. */
  readonly json: string
  readonly hash: number
  readonly kind: KeyKind
}

const remembered = new Map<string, KeyInfo>()
const maxRemembered = 2000
const maxKeyChars = 64

/** What is known of `key`. */
export function keyInfo(key: string): KeyInfo {
  const known = remembered.get(key)
  if (known !== undefined) return known
  const info = { json: `${JSON.stringify(key)}:`, hash: mixText(startHash(0), key), kind: keyKind(key) }
  if (remembered.size >= maxRemembered) remembered.clear()
  if (key.length <= maxKeyChars) remembered.set(key, info)
  return info
}
