import { describe, expect, it } from 'vitest'
import type { Finding, Step } from '@loop-observer/rules'
import { judgeOneByOne, policyOf, Script, type ScriptedCall } from '../../support/steps.ts'

type Settings = Readonly<Record<string, number>>

/** No sign of a repetition speaks, but for those that are set here. */
const silent: Settings = {
  nudgeAt: 1000,
  haltAt: 1000,
  volatileNudgeAt: 1000,
  failedNudgeAt: 1000,
  callsNudgeAt: 1000,
  callsHaltAt: 1000,
  effectNudgeAt: 1000,
  effectHaltAt: 1000,
  unbrokenNudgeAt: 1000,
  unbrokenHaltAt: 1000,
}

function found(steps: readonly Step[], settings: Settings): readonly Finding[] {
  const policy = policyOf('balanced', { rules: { repetition: { settings: { ...silent, ...settings } } } })
  return judgeOneByOne(steps, policy).findings.filter(({ reason }) => reason === 'repetition')
}

/** `suspect @2`: what was found at which step. */
function told(steps: readonly Step[], settings: Settings): readonly string[] {
  return found(steps, settings).map(({ strength, step }) => `${strength} @${step.slice(1)}`)
}

function callsOf(...calls: readonly ScriptedCall[]): readonly Step[] {
  const script = new Script()
  for (const call of calls) script.call(call)
  return script.steps
}

const page = {
  args: { n: 1 },
  gives: 'one page of some words, which is more than a receipt: herons, owls, storks and gulls',
}
const other = { args: { n: 2 }, gives: 'no page' }
const times = (count: number, call: (i: number) => ScriptedCall): readonly Step[] =>
  callsOf(...Array.from({ length: count }, (_, i) => call(i)))

describe('equal calls with equal answers', () => {
  it('are told from one count on, and certain from another', () => {
    expect(
      told(
        times(4, () => page),
        { nudgeAt: 2, haltAt: 3 },
      ),
    ).toEqual(['suspect @1', 'certain @2', 'certain @3'])
  })

  it('are told with the calls, how many there were in all, and the tool', () => {
    const [finding] = found(callsOf(page, other, page), { nudgeAt: 2 })
    expect(finding).toMatchObject({
      evidence: { steps: ['s0', 's2'], counts: { repeats: 2, of: 3 } },
      tools: ['lookup'],
      lane: 'main',
      step: 's2',
    })
    expect(finding?.evidence.fingerprints).toHaveLength(2)
    expect(finding?.loop).toMatch(/^call:[0-9a-f]+$/)
  })

  it('are told at no echo in their round, and not of calls that only wait', () => {
    const round = { ...page, round: 'r' }
    expect(told(callsOf(round, round, round), { nudgeAt: 2 })).toEqual([])
    expect(
      told(
        times(3, () => ({ ...page, tool: 'sleep' })),
        { nudgeAt: 2 },
      ),
    ).toEqual([])
  })

  it('are told as a cycle where they come round in turn, unless they are effects', () => {
    const [a, b] = [
      { ...page, args: { n: 1 } },
      { ...page, args: { n: 2 } },
    ]
    expect(told(callsOf(a, b, a), { nudgeAt: 2 })).toEqual(['suspect @2'])
    expect(told(callsOf(a, b, a, b), { nudgeAt: 2 })).toEqual(['suspect @2'])
    const [sent, paid] = [
      { ...a, effect: true },
      { ...b, effect: true },
    ]
    expect(told(callsOf(sent, paid, sent, paid), { nudgeAt: 2 })).toEqual(['suspect @3'])
  })
})

describe('failures of one call in a row', () => {
  const failed = (i: number): ScriptedCall => ({ args: { n: 1 }, fails: `no table number ${'abcdef'[i]}` })

  it('are a suspicion and no more, whatever their words', () => {
    expect(told(times(4, failed), { failedNudgeAt: 2 })).toEqual(['suspect @1', 'suspect @2', 'suspect @3'])
    const [finding] = found(times(2, failed), { failedNudgeAt: 2 })
    expect(finding?.evidence.counts).toEqual({ repeats: 2, of: 2, failed: 2, answers: 2 })
  })

  it('begin anew where the call succeeded', () => {
    const steps = callsOf(failed(0), { args: { n: 1 }, gives: 'fine' }, failed(1), failed(2))
    expect(told(steps, { failedNudgeAt: 2 })).toEqual(['suspect @3'])
    expect(found(steps, { failedNudgeAt: 2 })[0]?.evidence.steps).toEqual(['s2', 's3'])
  })

  it.each(['503 Service Unavailable', 'connect ECONNREFUSED 10.0.0.5:80', '429 Too Many Requests'])(
    'are none for a passing reason: %s',
    (fails) => {
      expect(
        told(
          times(3, () => ({ args: { n: 1 }, fails })),
          { failedNudgeAt: 2 },
        ),
      ).toEqual([])
    },
  )
})

describe('equal calls whatever came back', () => {
  const moving = (i: number): ScriptedCall => ({ args: { n: 1 }, gives: `page ${'abcdef'[i]} of the book` })

  it('are told by their number, with calls between', () => {
    const steps = callsOf(moving(0), other, moving(1), other, moving(2))
    expect(told(steps, { callsNudgeAt: 2, callsHaltAt: 3 })).toEqual([
      'suspect @2',
      'suspect @3',
      'certain @4',
    ])
    expect(found(steps, { callsNudgeAt: 3 })[0]?.evidence.counts).toEqual({ repeats: 3, of: 5, answers: 3 })
  })

  it('are told by how many stand in a row', () => {
    const steps = callsOf(moving(0), other, moving(1), moving(2), moving(3))
    expect(told(steps, { unbrokenNudgeAt: 2, unbrokenHaltAt: 3 })).toEqual(['suspect @3', 'certain @4'])
    expect(found(steps, { unbrokenNudgeAt: 2 })[0]?.evidence).toMatchObject({
      steps: ['s2', 's3'],
      counts: { repeats: 2, of: 4, answers: 2 },
    })
  })
})

describe('equal effects', () => {
  const sent = (i: number): ScriptedCall => ({
    tool: 'send_mail',
    args: { to: 'a' },
    gives: `receipt ${'abcdef'[i]}`,
    effect: true,
  })

  it('are told by their calls, with how often they were made', () => {
    expect(told(times(3, sent), { effectNudgeAt: 2, effectHaltAt: 3 })).toEqual(['suspect @1', 'certain @2'])
    expect(found(times(2, sent), { effectNudgeAt: 2 })[0]?.evidence.counts).toEqual({
      repeats: 2,
      of: 2,
      effects: 2,
      answers: 2,
    })
  })

  it('that failed were not made', () => {
    const failed = { tool: 'send_mail', args: { to: 'a' }, fails: 'mailbox is full', effect: true }
    const of = (...calls: readonly ScriptedCall[]) => found(callsOf(...calls), { effectNudgeAt: 2 }).at(-1)
    expect(of(sent(0), failed)?.evidence.counts).toEqual({ repeats: 2, of: 2, failed: 1, answers: 2 })
    expect(of(sent(0), failed, sent(1))?.evidence.counts).toMatchObject({ repeats: 3, failed: 1, effects: 2 })
  })

  it('are others than those of a call that only reads, unless one that changes something failed', () => {
    const look = { tool: 'look', args: { n: 1 }, gives: 'a' }
    expect(
      told(
        times(3, () => look),
        { effectNudgeAt: 2 },
      ),
    ).toEqual([])
    const change = times(3, () => ({ tool: 'look', args: { n: 1 }, fails: 'no' })).map((step): Step =>
      step.kind === 'tool' ? { ...step, readOnly: false } : step,
    )
    expect(told(change, { effectNudgeAt: 2 })).toEqual(['suspect @1', 'suspect @2'])
  })
})

describe('equal calls of which nobody knows what came back', () => {
  const sized = (size: number | null): readonly Step[] =>
    times(6, () => ({ args: { n: 1 } })).map((step): Step =>
      step.kind === 'tool' && size !== null ? { ...step, resultSize: size } : step,
    )

  it('are a suspicion where a loop of known answers would be halted, by results of one size', () => {
    expect(told(sized(120), { nudgeAt: 2, haltAt: 4 })).toEqual(['suspect @3', 'suspect @4', 'suspect @5'])
    expect(found(sized(120), { nudgeAt: 2, haltAt: 4 })[0]?.evidence.counts).toEqual({
      repeats: 4,
      of: 4,
      not_captured: 4,
    })
    expect(told(sized(null), { nudgeAt: 2, haltAt: 4 })).toEqual([])
  })
})

describe('answers that differ in learned fields only', () => {
  it('are a suspicion, and say that they do', () => {
    const at = [7, 3, 8, 2, 9, 4, 7, 3, 8]
    const steps = times(9, (i) => ({
      args: { n: 1 },
      gives: { load: at[i], state: 'running', job: 'nightly' },
    }))
    const findings = found(steps, { volatileNudgeAt: 5 })
    expect(findings.length).toBeGreaterThan(0)
    expect(new Set(findings.map(({ strength }) => strength))).toEqual(new Set(['suspect']))
    const counts = findings[0]?.evidence.counts ?? {}
    expect(counts['volatile']).toBe(counts['repeats'])
    expect(counts['volatile']).toBeGreaterThanOrEqual(5)
  })
})
