import { goesOn, type Verdict } from '@loop-observer/rules'
import { goOn, type HaltAdvice } from '../advice/advice.ts'
import { failureLines, recordCheck, type CheckResult } from '../steps/check.ts'
import { checkpoint } from '../advice/checkpoint.ts'
import { gapHalt } from './gap-halt.ts'
import type { Check, Gap, Until, UntilOptions, UntilResult } from './gap.ts'
import { fieldOf } from '../given.ts'
import type { Lane } from '../lane.ts'
import { nameOf } from '../steps/observed-value.ts'
import type { RunState } from '../run-state.ts'
import { isSchema, issueLines, type StandardSchema } from './standard-schema.ts'

/** {@link Until} of one lane. Throws only what `check` and `attempt` throw. */
export function untilIn(run: RunState, lane: Lane): Until {
  function until<Output>(
    schema: StandardSchema<Output>,
    attempt: (gap: Gap<unknown>) => unknown,
    options?: UntilOptions,
  ): Promise<UntilResult<Output, unknown>>
  function until<Value>(
    check: Check<Value>,
    attempt: (gap: Gap<Value>) => Value | Promise<Value>,
    options?: UntilOptions,
  ): Promise<UntilResult<Value, Value>>
  function until(
    check: StandardSchema<unknown> | Check<unknown>,
    attempt: (gap: Gap<unknown>) => unknown,
    options?: UntilOptions,
  ): Promise<UntilResult<unknown, unknown>> {
    const measure = isSchema(check) ? bySchema(check) : byFunction(check)
    const name = isSchema(check) ? 'schema' : nameOf(fieldOf(check, 'name'), 'check')
    return loop(run, lane, { name: nameOf(fieldOf(options, 'name'), name), measure, attempt })
  }
  return until
}

/** What came of measuring a value. */
interface Measured {
  readonly failures: readonly string[]
  readonly bar: unknown
  /** As the check has it. */
  readonly value: unknown
}

interface Work {
  readonly name: string
  readonly measure: (value: unknown, signal: AbortSignal) => Promise<Measured>
  readonly attempt: (gap: Gap<unknown>) => unknown
}

async function loop(
  run: RunState,
  lane: Lane,
  { name, measure, attempt }: Work,
): Promise<UntilResult<unknown, unknown>> {
  const verdicts: Verdict[] = []
  let value: unknown
  let failures: readonly string[] = []
  let pass: CheckResult | null = null
  for (;;) {
    const unverified = { verified: false as const, value, attempts: verdicts.length, verdicts, failures }
    const stopped = pass === null ? null : stopFor(run, lane, { name, pass, failures })
    if (stopped !== null) return { ...unverified, advice: stopped }
    const advice = await checkpoint(run, lane, undefined)
    if (advice.action === 'halt') return { ...unverified, advice }
    const { signal } = lane
    value = await attempt({
      attempt: verdicts.length + 1,
      failures,
      value,
      verdict: pass?.verdict ?? null,
      remainingPasses: pass?.remainingPasses ?? null,
      nudge: advice.action === 'nudge' ? advice : null,
      signal,
    })
    // What a halt has cut short is not worth a check.
    if (signal.aborted)
      return { ...unverified, value, attempts: verdicts.length + 1, advice: lane.halt ?? goOn }
    const measured = await measure(value, signal)
    failures = measured.failures
    pass = recordCheck(run, lane, { check: name, failures, options: { bar: measured.bar } })
    verdicts.push(pass.verdict)
    if (pass.passed) {
      const attempts = verdicts.length
      return { verified: true, value: measured.value, attempts, verdicts, failures: [], advice: goOn }
    }
  }
}

/** No checkpoint asks for another attempt when the pass speaks against one: its nudge is the application's to hear. */
function stopFor(
  run: RunState,
  lane: Lane,
  open: { readonly name: string; readonly pass: CheckResult; readonly failures: readonly string[] },
): HaltAdvice | null {
  const { verdict, lowered } = open.pass
  return goesOn(verdict) && lowered.length === 0 ? null : gapHalt(run, lane, open)
}

function byFunction(check: Check<unknown>): Work['measure'] {
  return async (value, signal) => {
    const found = await check(value, signal)
    const failures = fieldOf(found, 'failures')
    return { failures: failureLines(failures ?? found), bar: fieldOf(found, 'bar'), value }
  }
}

function bySchema(schema: StandardSchema<unknown>): Work['measure'] {
  return async (value) => {
    const result = await schema['~standard'].validate(value)
    if (result.issues === undefined) return { failures: [], bar: undefined, value: result.value }
    return { failures: failureLines(issueLines(result.issues)), bar: undefined, value }
  }
}
