import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createMemory,
  judge,
  judgeAloud,
  presets,
  silences,
  type Policy,
  type Step,
} from '@loop-observer/rules'
import { policyOf, Script } from '../../support/steps.ts'

/** Calls, checks, messages and people, from few of each so that they come again. */
const script = fc
  .array(
    fc.record({
      kind: fc.constantFrom('call', 'call', 'call', 'call', 'model', 'check', 'user', 'edit', 'send'),
      call: fc.nat(3),
      answer: fc.nat(2),
      fails: fc.constantFrom(undefined, undefined, undefined, 'connect ECONNREFUSED', 'HTTP 503 try again'),
      round: fc.constantFrom(undefined, undefined, 'r1', 'r2'),
      pauseMs: fc.constantFrom(1000, 1000, 60_000, 600_000),
    }),
    { minLength: 8, maxLength: 50 },
  )
  .map((parts) => {
    const run = new Script()
    let at = 0
    for (const { kind, call, answer, fails, round, pauseMs } of parts) {
      at += pauseMs
      const shared = { at, ...(round === undefined ? {} : { round }) }
      const text = answerTexts[answer]
      if (kind === 'call')
        run.call({ ...shared, tool: `tool${call}`, args: { call }, ...(fails ? { fails } : { gives: text }) })
      else if (kind === 'edit') run.call({ ...shared, tool: 'edit_file', args: { call }, gives: text })
      else if (kind === 'send')
        run.call({ ...shared, tool: 'send_mail', args: { call }, gives: 'ok', effect: true })
      else if (kind === 'model') run.model(text ?? null)
      else if (kind === 'check')
        run.check(
          'unit',
          Array.from({ length: call }, (_, i) => `failure ${i + answer}`),
        )
      else run.user()
    }
    return run.steps
  })

const answerTexts = [
  'The page that was asked for lists nothing of the kind in any of its many paragraphs of text.',
  '',
  'Another page, with lines of its own that nobody has seen so far in this run, and some more words.',
]

function judgeBoth(steps: readonly Step[], policy: Policy) {
  let quiet = createMemory('run', 'sdk', policy.version)
  let loud = quiet
  return steps.map((step) => {
    const judged = judge(quiet, [step], policy)
    const { thoughts, ...told } = judgeAloud(loud, [step], policy)
    quiet = judged.memory
    loud = told.memory
    return { judged, told, thoughts }
  })
}

const policies = presets.map((preset) => policyOf(preset))

describe('thinking aloud', () => {
  it('changes nothing about what is judged', () => {
    fc.assert(
      fc.property(script, fc.constantFrom(...policies), (steps, policy) => {
        for (const { judged, told } of judgeBoth(steps, policy)) expect(told).toEqual(judged)
      }),
      { numRuns: 60 },
    )
  })

  it('says that a rule speaks exactly where it does: a gauge has got there and no silence holds', () => {
    const silent: ReadonlySet<string> = new Set(silences)
    fc.assert(
      fc.property(script, fc.constantFrom(...policies), (steps, policy) => {
        for (const { judged, thoughts } of judgeBoth(steps, policy)) {
          for (const { step, thoughts: told } of thoughts) {
            for (const { reason, gauge, level, found, heldBack } of told) {
              const finding = judged.findings.find((each) => each.step === step && each.reason === reason)
              expect([reason, found]).toEqual([reason, finding?.strength ?? 'nothing'])
              if (gauge === null) continue
              const speaks = level === 1 && !heldBack.some((hold) => silent.has(hold))
              const isCertain = gauge.haltAt !== null && gauge.value >= gauge.haltAt
              expect([reason, found, gauge]).toEqual([
                reason,
                !speaks ? 'nothing' : isCertain ? 'certain' : 'suspect',
                gauge,
              ])
            }
          }
          for (const { step, reason } of judged.findings) {
            const told = thoughts.find((each) => each.step === step)?.thoughts
            expect(told?.map((each) => each.reason)).toContain(reason)
          }
        }
      }),
      { numRuns: 150 },
    )
  })

  it('names as decisive the rule of each decision, and no other', () => {
    fc.assert(
      fc.property(script, fc.constantFrom(...policies), (steps, policy) => {
        for (const { judged, thoughts } of judgeBoth(steps, policy)) {
          const led = thoughts.flatMap(({ step, thoughts: told }) =>
            told.filter((each) => each.led !== 'nothing').map((each) => [step, each.reason, each.led]),
          )
          expect(led).toEqual(judged.decisions.map(({ step, reason, action }) => [step, reason, action]))
        }
      }),
      { numRuns: 60 },
    )
  })
})
