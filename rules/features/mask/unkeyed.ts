import { digitsAt, isDigit, isSpace, isWord } from './chars.ts'
import { id, part, time, type Part } from './labels.ts'

/** Volatile parts that no key names and no unit follows, told by their form and their place alone. */
export function unkeyedPart(text: string, at: number, times: boolean): Part | null {
  const n = digitsAt(text, at)
  if (n === 5) return portAt(text, at)
  if (n === 10 || n === 13) return times ? bareEpochAt(text, at, n) : null
  return n > 0 && text.charCodeAt(at) === 48 && text.charCodeAt(at + 1) === 49 ? ulidAt(text, at) : null
}

/** From 2001 to 2100, seconds since the epoch. */
const firstEpoch = 978_307_200
const lastEpoch = 4_102_444_799

/** A moment in seconds or milliseconds that is all of its line. */
function bareEpochAt(text: string, at: number, n: number): Part | null {
  if (at > 0 && text.charCodeAt(at - 1) !== 10) return null
  let end = at + n
  while (isSpace(text.charCodeAt(end))) end++
  if (end < text.length && text.charCodeAt(end) !== 10) return null
  const seconds = Number(text.slice(at, at + 10))
  return seconds >= firstEpoch && seconds <= lastEpoch ? part(at, at + n, time) : null
}

const ulid = /^01[0-9A-HJKMNP-TV-Z]{24}$/

/** A ULID, 26 characters of Crockford's base 32 (github.com/ulid/spec); those of 2005 to 2039 begin with `01`. */
function ulidAt(text: string, at: number): Part | null {
  if (isWord(text.charCodeAt(at - 1)) || isWord(text.charCodeAt(at + 26))) return null
  return ulid.test(text.slice(at, at + 26)) ? part(at, at + 26, id) : null
}

/** Below it servers listen; from it on systems hand out ports to clients (Linux, `ip_local_port_range`). */
const firstEphemeralPort = 32_768
const lastPort = 65_535

const addressBefore = /(?:^|[^\d.])\d{1,3}(?:\.\d{1,3}){3}:$|\blocalhost:$/i
const peerBefore =
  /(?:\d{1,3}(?:\.\d{1,3}){3}|\b(?:connect(?:ed|ion|ing)?|accepted|client|peer|from|localhost)\b[^\n]{0,24})[ ,]+(?:on )?port $/i

/** The client's end of a connection: `127.0.0.1:54321`, `from 10.0.0.7 port 54321`. */
function portAt(text: string, at: number): Part | null {
  const next = text.charCodeAt(at + 5)
  const after = text.charCodeAt(at + 6)
  // `5.2` and `5:2` are no ports; nor is what stands before a part that is masked itself.
  if (isWord(next) || (next === 46 && isDigit(after)) || (next === 58 && !isSpace(after))) return null
  const port = Number(text.slice(at, at + 5))
  if (port < firstEphemeralPort || port > lastPort) return null
  const before = text.slice(Math.max(0, at - 48), at)
  const isPort = before.endsWith(':') ? addressBefore.test(before) : peerBefore.test(before)
  return isPort ? part(at, at + 5, id) : null
}
