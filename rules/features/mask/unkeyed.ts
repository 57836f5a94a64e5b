import { standsInAnyCase, unitAt, wordOf } from '../bytes/letters.ts'
import { isDigit, isSpace, isWord } from './chars.ts'
import { id, part, time, type Part } from './labels.ts'

/**
 * Volatile parts that begin with `n` digits at `at`, that no key names and no unit follows, told by their form
 * and their place alone. `times`: moments are among them.
 */
export function unkeyedPart(
  text: Uint8Array,
  at: number,
  { n, times }: { readonly n: number; readonly times: boolean },
): Part | null {
  if (n === 5) return portAt(text, at)
  if (n === 10 || n === 13) return times ? bareEpochAt(text, at, n) : null
  return n > 0 && unitAt(text, at) === 48 && unitAt(text, at + 1) === 49 ? ulidAt(text, at) : null
}

/** From 2001 to 2100, seconds since the epoch. */
const firstEpoch = 978_307_200
const lastEpoch = 4_102_444_799

/** A moment in seconds or milliseconds that is all of its line. */
function bareEpochAt(text: Uint8Array, at: number, n: number): Part | null {
  if (unitAt(text, at - 1) !== 0 && unitAt(text, at - 1) !== 10) return null
  let end = at + n
  while (isSpace(unitAt(text, end))) end++
  if (unitAt(text, end) !== 0 && unitAt(text, end) !== 10) return null
  const seconds = Number(wordOf(text, at, at + 10))
  return seconds >= firstEpoch && seconds <= lastEpoch ? part(at, at + n, time) : null
}

const ulid = /^01[0-9A-HJKMNP-TV-Z]{24}$/

/** A ULID, 26 characters of Crockford's base 32 (github.com/ulid/spec); those of 2005 to 2039 begin with `01`. */
function ulidAt(text: Uint8Array, at: number): Part | null {
  if (isWord(unitAt(text, at - 1)) || isWord(unitAt(text, at + 26))) return null
  return ulid.test(wordOf(text, at, at + 26)) ? part(at, at + 26, id) : null
}

/** Below it servers listen; from it on systems hand out ports to clients (Linux, `ip_local_port_range`). */
const firstEphemeralPort = 32_768
const lastPort = 65_535

const addressBefore = /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}:$|\blocalhost:$/i
const peerBefore =
  /(?:\d{1,3}(?:\.\d{1,3}){3}|\b(?:connect(?:ed|ion|ing)?|accepted|client|peer|from|localhost)\b[^\n]{0,24})[ ,]+(?:on )?port $/i

/** The client's end of a connection: `127.0.0.1:54321`, `from 10.0.0.7 port 54321`. */
function portAt(text: Uint8Array, at: number): Part | null {
  const isBehindColon = unitAt(text, at - 1) === 58
  if (!isBehindColon && !standsInAnyCase(text, at - 5, 'port ')) return null
  const next = unitAt(text, at + 5)
  const after = unitAt(text, at + 6)
  // `5.2` and `5:2` are no ports; nor is what stands before a part that is masked itself.
  if (isWord(next) || (next === 46 && isDigit(after)) || (next === 58 && !isSpace(after))) return null
  const port = Number(wordOf(text, at, at + 5))
  if (port < firstEphemeralPort || port > lastPort) return null
  const before = wordOf(text, beginningBefore(text, at, 48), at)
  return (isBehindColon ? addressBefore : peerBefore).test(before) ? part(at, at + 5, id) : null
}

/** At most `most` bytes before `at`, and not before the text's beginning. */
function beginningBefore(text: Uint8Array, at: number, most: number): number {
  let from = at
  while (at - from < most && unitAt(text, from - 1) !== 0) from--
  return from
}
