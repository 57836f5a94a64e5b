/** What a pass of a check says about the loop; only `done`, `too_early` and `continue` go on. */
export const verdicts = ['done', 'stuck', 'too_early', 'oscillating', 'growing', 'continue', 'flat'] as const

/** One of {@link verdicts}. */
export type Verdict = (typeof verdicts)[number]

/** True when the loop may make another pass, or need not. */
export function goesOn(verdict: Verdict): boolean {
  return verdict === 'done' || verdict === 'too_early' || verdict === 'continue'
}
