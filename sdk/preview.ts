import { toText } from './observed-value.ts'

/** How much of the content leaves the process: features alone, 160 characters with secrets masked, or all. */
export const captures = ['features', 'preview', 'content'] as const

/** One of {@link captures}. */
export type Capture = (typeof captures)[number]

const previewChars = 160
/** Longest content in one attribute, characters; what is longer is cut, its features are not. */
const contentChars = 256 * 1024

/** What of `value` may go on a span, or null. */
export function captured(value: unknown, capture: Capture): string | null {
  if (capture === 'features' || value === undefined) return null
  if (capture === 'content') return toText(value, contentChars)
  // Masked before it is cut, so that the cut does not hide the end of a secret from the pattern.
  return toText(maskSecrets(toText(value, previewChars * 8)), previewChars)
}

const secretPatterns: readonly RegExp[] = [
  /\bBearer\s+[\w.~+/=-]{8,}/gi,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /\b(?:sk|pk|rk|ghp|gho|ghs|glpat|xox[abprs]|AKIA|ASIA|AIza)[-_]?[\w-]{12,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]
const secretField =
  /(["']?\b[\w-]*(?:password|passwd|secret|token|api[-_]?key|authorization|credential)[\w-]*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s,;&}]+)/gi

function maskSecrets(text: string): string {
  let masked = text
  for (const pattern of secretPatterns) masked = masked.replaceAll(pattern, '[masked]')
  // Last: of `Authorization: Bearer TOKEN` it would take the scheme for the value.
  return masked.replaceAll(secretField, '$1[masked]')
}
