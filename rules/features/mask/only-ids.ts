import type { ByteBuffer } from '../bytes/byte-buffer.ts'
import { addString } from '../json/escape.ts'
import { node, type Tape } from '../json/tape.ts'
import { keyKind, type KeyKind } from '../keys/key-kind.ts'
import { addScalar } from './scalar.ts'

/** Longest masked answer that is looked at, bytes. */
const maxBytes = 240
/** Longest phrase around an id, bytes. */
const maxPhraseBytes = 80

/**
 * True for a masked JSON document of which ids are all the content, such as `{"id":"<uuid>","status":"ok"}`:
 * of a generator each is another. Ids of requests and the like are of the call, not of what it gave; an
 * answer that names a session or a process is about that.
 */
export function holdsOnlyIds(out: ByteBuffer, from: number): boolean {
  if (out.length - from > maxBytes) return false
  const json = out.text(from)
  let key = ''
  let ids = 0
  for (const [, string, colon, bare] of json.matchAll(tokens)) {
    if (colon === ':') key = string ?? ''
    else if (string === undefined ? !plain.has(bare ?? '') : !isFine(string, key)) return false
    else if (string !== undefined && isId(string) && keyKind(key) === 'data') ids++
  }
  return ids > 0
}

const tokens = /"((?:[^"\\]|\\.)*)"(:?)|([^"\s{}[\],:]+)/g
const plain = new Set(['true', 'null', '200'])
const states = new Set(['ok', 'success', 'done', 'true', 'text', '', '<time>', '<took>'])

function isFine(value: string, key: string): boolean {
  if (/session|^sid$/i.test(key)) return false
  return states.has(value.toLowerCase()) || isId(value)
}

function isId(value: string): boolean {
  return label.test(value) || (value.length <= maxPhraseBytes && phrase.test(value))
}

const label = /^<(?:uuid|addr|id)>$/
const phrase =
  /^(?:(?:here|is|your|the|a|an|new|next|generated|random|unique|uuid|guid|ulid|id|identifier|token|value|result)(?: |: ?| ?= ?)){1,6}<(?:uuid|addr|id)>\.?$/i

/** True for a masked text that is a phrase around one id, such as `Generated: <uuid>`. */
export function isIdPhrase(out: ByteBuffer, from: number): boolean {
  return out.length - from <= maxPhraseBytes && phrase.test(out.text(from))
}

/** As `addScalar`, but what is an id by its form alone stays. */
export function addWithIds(out: ByteBuffer, tape: Tape, at: number, kind: KeyKind): void {
  const from = out.length
  addScalar(out, tape, at, kind)
  if (kind !== 'data' || tape.kind(at) !== node.string) return
  const masked = out.text(from)
  if (masked === '"<time>"' || masked === '"<took>"') return
  out.length = from
  addString(out, tape, at)
}
