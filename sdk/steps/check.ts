import type { Attributes } from '@opentelemetry/api'
import {
  failureSignatures,
  judgePass,
  loopAttributes,
  recognisedCheck,
  type CheckedCall,
  type Fingerprint,
  type Verdict,
} from '@loop-observer/rules'
import { barOf, type Criteria } from './bar.ts'
import { holdTo, type Bar } from './frozen-bar.ts'
import { fieldOf } from '../given.ts'
import type { Lane } from '../lane.ts'
import { guarded } from '../log.ts'
import { recordMark } from './mark.ts'
import { errorText, toText } from './observed-value.ts'
import { captured } from './preview.ts'
import type { RunState } from '../run-state.ts'

/** What a check knows beyond its name and its failures. */
export interface CheckOptions {
  /**
   * What it measured against. The first bar that a run shows is frozen: a later one may add
   * criteria; one that lacks or rewrites a criterion is a bar lowered, and the pass does not count.
   */
  readonly bar?: Criteria
}

/** What one pass of a check says, seen with the passes of this check before it in this lane. */
export interface CheckResult {
  /** True when nothing failed and no criterion was lowered. */
  readonly passed: boolean
  /**
   * `done`: nothing fails. `stuck`: exactly the failures of the pass before. `too_early`: fewer than
   * three passes. `oscillating`: the failures of two passes ago. `growing`: more than before.
   * `continue`: fewer. `flat`: as many, but others. Only `done`, `too_early` and `continue` speak
   * for another pass (*When should an agent loop stop? When the errors stop shrinking*).
   */
  readonly verdict: Verdict
  /** Passes that remain at the present pace, an estimate; null while it cannot be told. */
  readonly remainingPasses: number | null
  /** Criteria of the frozen bar that this pass lacks or has rewritten. */
  readonly lowered: readonly string[]
}

/** Records a pass of a check and says what it means. Never throws. */
export function recordCheck(
  run: RunState,
  lane: Lane,
  pass: { readonly check: string; readonly failures: unknown; readonly options: unknown },
): CheckResult {
  const { onError } = run.settings
  const { check } = pass
  const criteria = fieldOf(pass.options, 'bar')
  const lines = failureLines(pass.failures)
  const isClean = lines.length === 0
  const bar =
    criteria === undefined
      ? null
      : guarded(onError, 'reading a bar', () => barOf(criteria, run.origin.hashing), null)
  return guarded(onError, 'recording a check', () => record(run, lane, { check, lines, bar }), {
    passed: isClean,
    verdict: isClean ? 'done' : 'too_early',
    remainingPasses: null,
    lowered: [],
  })
}

/** What fails, a line each, blank ones left out. Something that is no list is a failure of the check itself. Never throws. */
export function failureLines(failures: unknown): readonly string[] {
  try {
    return linesOf(failures)
  } catch {
    return [unreadable]
  }
}

function linesOf(failures: unknown): readonly string[] {
  if (typeof failures === 'string') return nonBlank(failures.split('\n'))
  if (!Array.isArray(failures)) return [unreadable]
  return nonBlank(failures.map((failure) => (typeof failure === 'string' ? failure : errorText(failure))))
}

const unreadable = 'the check did not say what fails'
/** Most failures of one pass that are told apart; the observer reads no more. */
const mostFailures = 1000
const lineChars = 4000

function nonBlank(lines: readonly string[]): readonly string[] {
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, mostFailures)
    .map((line) => toText(line, lineChars))
}

/** Records the pass that a call made, where its output is a check. Never throws. */
export function recordRecognised(
  run: RunState,
  lane: Lane,
  {
    call,
    checks,
    step,
  }: { readonly call: CheckedCall; readonly checks: readonly string[]; readonly step: string },
): void {
  guarded(
    run.settings.onError,
    'recognising a check',
    () => {
      const found = recognisedCheck(call, { checks }, run.origin.hashing)
      if (found !== null) record(run, lane, { check: found.check, lines: found.lines, bar: null, call: step })
    },
    undefined,
  )
}

interface Pass {
  /** The call in whose output it was recognised. */
  readonly call?: string
  readonly check: string
  readonly lines: readonly string[]
  readonly bar: Bar | null
}

function record(run: RunState, lane: Lane, pass: Pass): CheckResult {
  const { check, bar } = pass
  const failures = failureSignatures(pass.lines, run.origin.hashing)
  const { verdict, remainingPasses, passes } = judgePass(lane.passes, { check, failures })
  const lowered = holdTo(run, bar)
  const passed = verdict === 'done' && lowered.length === 0
  lane.passes = passes
  run.verified = passed
  recordMark(run, lane, {
    kind: 'check',
    name: `check ${check}`,
    attributes: attributesOf(run, pass, failures),
    step: (base) => ({
      ...base,
      kind: 'check',
      check,
      failures,
      bar,
      ...(pass.call === undefined ? {} : { call: pass.call }),
    }),
  })
  return { passed, verdict, remainingPasses, lowered }
}

function attributesOf(
  { settings: { capture } }: RunState,
  { check, lines, bar, call }: Pass,
  failures: readonly Fingerprint[],
): Attributes {
  const shown = lines.flatMap((line) => captured(line, capture) ?? [])
  return {
    [loopAttributes.checkName]: check,
    [loopAttributes.checkSignatures]: [...failures],
    ...(capture === 'features' ? {} : { [loopAttributes.checkFailures]: shown }),
    ...(call === undefined ? {} : { [loopAttributes.checkCall]: call }),
    ...(bar === null ? {} : { [loopAttributes.checkBar]: JSON.stringify(bar) }),
  }
}
