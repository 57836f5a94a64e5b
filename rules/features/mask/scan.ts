import { endHash, startHash } from '../hash.ts'
import type { HashBag } from '../sketch.ts'
import {
  digit,
  digitsAt,
  isDigit,
  keyEnd,
  kinds,
  letter,
  lineEnd,
  plain,
  sentenceEnd,
  space,
} from './chars.ts'
import { addressAt, bracketPidAt, namedAt, uuidAt, valueOf, valueStart } from './ids.ts'
import { labels, time, type Match } from './labels.ts'
import { tempPathAt } from './temp-path.ts'
import { timeAt } from './time.ts'
import { tookAt } from './took.ts'

/** Pieces of a long line: a sentence of at least this many code units, … */
const sentenceChars = 32
/** … a stretch up to the next space, … */
const stretchChars = 120
/** … or this many code units without one. */
const hardChars = 400

/** What one pass over a text leaves out and hands out. */
export interface ScanOptions {
  /** False where moments are data, for example a calendar's start times. */
  readonly times: boolean
  /** Takes the hashes of the normalised, masked lines. */
  readonly lines: HashBag | null
  /** Seed of the line hashes. */
  readonly seed: number
}

/**
 * Normalises and masks `text` in one pass over its characters: line ends become `\n`; terminal
 * escapes, byte order mark and trailing space go; volatile parts become labels. Digits stay.
 * A line's hash takes a run of spaces as one and ignores indentation.
 */
export function scanText(text: string, options: ScanOptions): string {
  const { lines, times } = options
  const length = text.length
  const start = startHash(options.seed)
  let out = ''
  let from = 0
  let hash = start
  let tokenAt = -1
  let tokenHash = start
  let tokenTried = false
  let pieceAt = 0
  let filled = false
  let spaced = false
  let contentEnd = 0
  let timeSeen = false
  let i = text.charCodeAt(0) === 0xfeff ? (from = 1) : 0
  while (i < length) {
    const unit = text.charCodeAt(i)
    const kind = unit < 128 ? (kinds[unit] ?? plain) : plain
    if (kind === space) {
      spaced = filled
      tokenAt = -1
      i++
      if (filled && i - pieceAt > stretchChars) {
        lines?.add(endHash(hash))
        hash = start
        filled = spaced = false
        pieceAt = i
      }
      continue
    }
    if (kind === lineEnd) {
      if (filled) lines?.add(endHash(hash))
      hash = start
      filled = spaced = timeSeen = false
      tokenAt = -1
      const next = unit === 13 && text.charCodeAt(i + 1) === 10 ? i + 2 : i + 1
      if (unit === 13 || contentEnd < i) {
        out += text.slice(from, Math.max(from, contentEnd)) + '\n'
        from = next
      }
      pieceAt = contentEnd = i = next
      continue
    }
    let found: Match = 0
    let maskAt = i
    if (kind === letter) {
      if (tokenAt < 0) {
        tokenAt = i
        tokenTried = false
        tokenHash = hash
        if (spaced) tokenHash = Math.imul(tokenHash ^ 32, 0x01000193)
      }
    } else if (kind === digit) {
      if (tokenAt < 0) {
        tokenAt = i
        tokenTried = false
        tokenHash = spaced ? Math.imul(hash ^ 32, 0x01000193) : hash
      }
      if (!tokenTried) {
        tokenTried = true
        found = tokenMatch(text, tokenAt, i, times)
        maskAt = tokenAt
      }
    } else if (kind !== plain || unit === 45) {
      if (unit === 45 && !tokenTried && i - tokenAt === 8 && tokenAt >= 0) {
        found = uuidAt(text, tokenAt)
        maskAt = tokenAt
      }
      if (found === 0) tokenAt = -1
      if (kind === keyEnd) {
        const at = valueStart(text, i)
        found = valueOf(text, i, at)
        if (found > 0) maskAt = at
      } else if (unit === 47 || unit === 92) {
        found = tempPathAt(text, i)
        if (found === 0 && unit === 92 && text.charCodeAt(i + 1) === 110) {
          if (filled) lines?.add(endHash(hash))
          hash = start
          filled = spaced = false
          i += 2
          pieceAt = contentEnd = i
          continue
        }
      } else if (unit === 91) {
        found = bracketPidAt(text, i, timeSeen)
      } else if (unit === 27) {
        const end = escapeEnd(text, i)
        out += text.slice(from, i)
        from = i = end
        continue
      }
    } else tokenAt = -1
    if (found > 0) {
      const label = found & 7
      const name = labels[label] ?? ''
      const end = (found - label) / 8
      if (tokenAt >= 0 && maskAt === tokenAt) hash = tokenHash
      else {
        if (spaced) hash = Math.imul(hash ^ 32, 0x01000193)
        for (let p = i; p < maskAt; p++) hash = Math.imul(hash ^ text.charCodeAt(p), 0x01000193)
      }
      hash = Math.imul(hash ^ (0x10000 + label), 0x01000193)
      out += text.slice(from, maskAt) + name
      if (label === time) timeSeen = true
      from = i = contentEnd = end
      filled = true
      spaced = false
      tokenAt = -1
      continue
    }
    if (spaced) {
      hash = Math.imul(hash ^ 32, 0x01000193)
      spaced = false
    }
    hash = Math.imul(hash ^ unit, 0x01000193)
    filled = true
    i++
    contentEnd = i
    const chars = i - pieceAt
    if ((kind === sentenceEnd && chars > sentenceChars && endsSentence(text, unit, i)) || chars > hardChars) {
      lines?.add(endHash(hash))
      hash = start
      filled = false
      pieceAt = i
    }
  }
  if (filled) lines?.add(endHash(hash))
  if (from === 0 && contentEnd === length) return text
  return trimEnd(out + text.slice(from, Math.max(from, contentEnd)))
}

function endsSentence(text: string, unit: number, next: number): boolean {
  const after = text.charCodeAt(next)
  return unit === 62 ? after === 60 : after === 32
}

function trimEnd(text: string): string {
  return text.trimEnd()
}

/** A volatile part that begins with the token at `start`, whose first digit stands at `at`. */
function tokenMatch(text: string, start: number, at: number, times: boolean): Match {
  if (text.charCodeAt(start + 8) === 45) {
    const found = uuidAt(text, start)
    if (found > 0) return found
  }
  if (at > start) return namedAt(text, start)
  const n = digitsAt(text, start)
  const next = text.charCodeAt(start + n)
  if (next === 120 && n === 1 && text.charCodeAt(start) === 48) return addressAt(text, start)
  if (isDigit(text.charCodeAt(start - 1))) return 0
  if (times) {
    const found = timeAt(text, start, n)
    if (found > 0) return found
  }
  const found = tookAt(text, start, n)
  return found > 0 ? found : namedAt(text, start)
}

/** End of a terminal escape sequence at `at` (ECMA-48 CSI, OSC, or two characters). */
function escapeEnd(text: string, at: number): number {
  const kind = text.charCodeAt(at + 1)
  let p = at + 2
  if (kind === 91) {
    while (p < text.length && p - at < 64) {
      const unit = text.charCodeAt(p++)
      if (unit >= 64 && unit <= 126) break
    }
    return p
  }
  if (kind === 93) {
    while (p < text.length && p - at < 512) {
      const unit = text.charCodeAt(p++)
      if (unit === 7) break
      if (unit === 27 && text.charCodeAt(p) === 92) return p + 1
    }
    return p
  }
  return Math.min(p, text.length)
}
