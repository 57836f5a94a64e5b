import { loopAttributes, numberInBar, type Hashing } from '@loop-observer/rules'
import type { Lane } from '../lane.ts'
import { guarded } from '../log.ts'
import { recordMark } from './mark.ts'
import { toObservable, toText } from './observed-value.ts'
import type { RunState } from '../run-state.ts'
import { holdTo, type Bar } from './frozen-bar.ts'

/**
 * The criteria that a check measures against: each with a name and what it says, or as text that is
 * both. One that is a number (tests that were run, coverage) may rise and never fall, so that a pass does
 * not come of tests that were deleted or skipped. Names and numbers leave the process (at most 200
 * characters of each, at most 128 criteria), what criteria say only as a digest.
 */
export type Criteria = Readonly<Record<string, string | number>> | readonly string[]

/** Registers the bar of a run. Never throws. */
export function recordBar(run: RunState, lane: Lane, criteria: Criteria): void {
  guarded(run.settings.onError, 'registering a bar', () => record(run, lane, criteria), undefined)
}

/** Digests of the criteria. White space does not count: text that was only wrapped anew is the same. */
export function barOf(criteria: unknown, hashing: Hashing): Bar {
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(criteria)
    ? criteria.map((criterion: unknown) => [contentOf(criterion), criterion])
    : Object.entries(Object(criteria))
  return Object.fromEntries(
    entries
      .slice(0, mostCriteria)
      .map(([name, content]) => [
        toText(name.trim(), nameChars),
        typeof content === 'number' && Number.isFinite(content)
          ? numberInBar(content)
          : hashing.digest(contentOf(content)),
      ]),
  )
}

const mostCriteria = 128
const nameChars = 200
const contentChars = 100_000

function record(run: RunState, lane: Lane, criteria: Criteria): void {
  const bar = barOf(criteria, run.origin.hashing)
  holdTo(run, bar)
  recordMark(run, lane, {
    kind: 'bar',
    name: 'bar',
    attributes: { [loopAttributes.checkBar]: JSON.stringify(bar) },
    step: (base) => ({ ...base, kind: 'bar', bar }),
  })
}

function contentOf(content: unknown): string {
  return toText(toObservable(content) ?? '', contentChars)
    .replace(/\s+/g, ' ')
    .trim()
}
