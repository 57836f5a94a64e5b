import type { ErrorFeatures, Fingerprint } from '../../words/features.ts'
import { maxTextChars } from '../clip.ts'
import type { Hashing } from '../digest.ts'
import { errorClass } from './class.ts'
import { signatureText } from './signature.ts'
import { tellingLines } from './telling.ts'

/** Reduces a failure, told in words, to what identifies it. Never throws, unless the digest does. */
export function errorFeatures(text: string, hashing: Hashing): ErrorFeatures {
  const lines = tellingLines(text)
  return { signature: hashing.digest(signatureText(lines)), class: errorClass(text, lines) }
}

/**
 * One signature a failure line, every number masked and the rest as it is: no language is parsed.
 * Blank lines say nothing and have none.
 */
export function failureSignatures(lines: readonly string[], hashing: Hashing): readonly Fingerprint[] {
  return lines.filter((line) => line.trim() !== '').map((line) => hashing.digest(failureText(line)))
}

function failureText(line: string): string {
  return line
    .slice(0, maxTextChars)
    .replace(/\d+(?:[.,]\d+)*/g, '#')
    .trim()
}
