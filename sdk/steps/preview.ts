import { maskSecrets } from '@loop-observer/rules'
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
