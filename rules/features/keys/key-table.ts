import { wordOf } from '../bytes/letters.ts'
import { mixBytes, startHash } from '../hash.ts'
import { isNonceKey } from '../mask/nonce.ts'
import { keyKind, type KeyKind } from './key-kind.ts'

/** What is worked out once for a key that comes again and again. */
export interface KeyInfo {
  /** The key; letters beyond ASCII byte by byte. */
  readonly text: string
  /** Its part in the path of a value. */
  readonly hash: number
  readonly kind: KeyKind
  /** See `isNonceKey`. */
  readonly isNonce: boolean
  /** Its value is what is looked for, put in words of the agent's own: a query, a pattern. */
  readonly isQuery: boolean
  /** Its value says which part of one listing is asked for: a page, an offset, a cursor. */
  readonly isPage: boolean
}

const queries = /^q$|quer(?:y|ies)|search|pattern|regex|keyword|term|question|prompt|text|topic|phrase|what/i

const pages =
  /^(?:page(?:_?(?:no|num|number|index|token))?|offset|skip|start_?(?:at|index)|cursor|next_?(?:page_?)?token)$/i

const places = 8192
/** Keys remembered; with one more all are forgotten. */
const mostRemembered = 2000
/** Longer keys are not remembered. */
const maxKeyBytes = 64

let table: (KeyInfo | undefined)[] = Array.from({ length: places })
let remembered = 0

/** What is known of the key from `from` to `to`. */
export function keyAt(text: Uint8Array, from: number, to: number): KeyInfo {
  const hash = mixBytes(startHash(0), text, from, to)
  let place = (hash ^ (hash >>> 15)) & (places - 1)
  for (;;) {
    const known = table[place]
    if (known === undefined) break
    if (known.hash === hash && isKey(known.text, text, from, to)) return known
    place = (place + 1) & (places - 1)
  }
  const key = wordOf(text, from, to)
  const info: KeyInfo = {
    text: key,
    hash,
    kind: keyKind(key),
    isNonce: isNonceKey(key),
    isQuery: queries.test(key),
    isPage: pages.test(key),
  }
  if (to - from <= maxKeyBytes) remember(info, place)
  return info
}

function remember(info: KeyInfo, place: number): void {
  if (remembered >= mostRemembered) {
    table = Array.from({ length: places })
    remembered = 0
  }
  table[place] = info
  remembered++
}

function isKey(key: string, text: Uint8Array, from: number, to: number): boolean {
  if (key.length !== to - from) return false
  for (let i = 0; i < key.length; i++) if (key.charCodeAt(i) !== text[from + i]) return false
  return true
}
