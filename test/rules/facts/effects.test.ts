import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createMemory,
  judge,
  reservableEffects,
  type EffectAct,
  type EffectStep,
  type RunMemory,
  type Step,
} from '@loop-observer/rules'
import { policyOf, Script } from '../../support/steps.ts'

const policy = policyOf('balanced', { limits: { effects: 3, seconds: 100 } })

function effect(name: string, act: EffectAct, atMs: number, attempt = 1): EffectStep {
  return {
    kind: 'effect',
    id: `effect:${name}:${attempt}:${act}`,
    lane: '*',
    startedAtMs: atMs,
    endedAtMs: atMs,
    receivedAtMs: atMs,
    sequence: null,
    traceId: null,
    spanId: null,
    effect: name,
    attempt,
    act,
    tool: 'send_mail',
    note: null,
  }
}

function after(steps: readonly Step[]): RunMemory {
  let memory = createMemory('run', 'sdk', policy.version)
  for (const step of steps) memory = judge(memory, [step], policy).memory
  return memory
}

describe('a reserved effect', () => {
  it('counts when it is reserved, and not again when the call that carries it out is seen', () => {
    const script = new Script().call({ tool: 'send_mail', gives: 'sent', effect: true, effectId: 'mail-1' })
    expect(after([effect('mail-1', 'granted', 1_000_000)]).totals.effects).toBe(1)
    expect(after([effect('mail-1', 'granted', 1_000_000), ...script.steps]).totals.effects).toBe(1)
    expect(after(script.steps).totals.effects).toBe(1)
  })

  it('counts no more when it is given back, and again when it is asked for once more', () => {
    const granted = effect('m', 'granted', 1_000_000)
    const released = effect('m', 'released', 1_000_100)
    expect(after([granted, released]).totals.effects).toBe(0)
    expect(after([granted, released, effect('m', 'granted', 1_000_200, 2)]).totals.effects).toBe(1)
    expect(after([effect('m', 'refused', 1_000_000)]).totals.effects).toBe(0)
  })

  it('of a call that failed counts as its reservation says, and as made where there is none', () => {
    const call = { tool: 'send_mail', fails: 'mailbox is full', effect: true, effectId: 'm' }
    const failed = new Script().call(call).steps
    const granted = effect('m', 'granted', 900_000)
    const released = effect('m', 'released', 1_000_200)
    expect(after(failed).totals.effects).toBe(1)
    expect(after([granted, ...failed]).totals.effects).toBe(1)
    expect(after([granted, ...failed, released]).totals.effects).toBe(0)
    expect(after([granted, released, ...failed]).totals.effects).toBe(0)
  })

  it('takes one of the places that unreserved effects leave', () => {
    const loose = new Script().call({ tool: 'send_mail', gives: 'sent', effect: true })
    expect(reservableEffects(after([]), policy)).toBe(3)
    expect(reservableEffects(after(loose.steps), policy)).toBe(2)
    expect(reservableEffects(after([...loose.steps, effect('m', 'granted', 1_100_000)]), policy)).toBe(2)
    expect(reservableEffects(after([]), policyOf())).toBeNull()
  })

  it('is counted beyond those that are remembered by name', () => {
    const many = Array.from({ length: 100 }, (_, i) => effect(`m${i}`, 'granted', 1_000_000 + i))
    const memory = after(many)
    expect(memory.totals.effects).toBe(100)
    expect(memory.state.effects.length).toBeLessThanOrEqual(64)
    expect(reservableEffects(memory, policy)).toBe(3)
  })
})

describe('a tool whose calls a person must approve', () => {
  it('is an effect whatever it is called, unless it only looks', () => {
    const careful = policyOf('balanced', {
      tools: { ...policy.tools, approval: ['wire_*', '*balance*'] },
      limits: { effects: 3 },
    })
    const script = new Script()
      .call({ tool: 'wire_money', gives: 'wired' })
      .call({ tool: 'get_balance', gives: '10' })
      .call({ tool: 'other', gives: 'x' })
    const { memory } = judge(createMemory('run', 'sdk', careful.version), script.steps, careful)
    expect(memory.totals.effects).toBe(1)
  })
})

describe('an effect that waits for a person', () => {
  const begin = () => new Script().call({ gives: 'a start' }).steps

  it('suspends the run until it is approved or denied', () => {
    const waiting = after([...begin(), effect('m', 'waiting', 1_002_000)])
    expect(waiting.outcome).toBe('suspended')
    for (const act of ['approved', 'denied'] as const) {
      const answered = judge(waiting, [effect('m', act, 1_050_000)], policy).memory
      expect(answered.outcome).toBe('open')
      expect(answered.totals.effects).toBe(act === 'approved' ? 1 : 0)
    }
  })

  it('stays suspended while another one waits', () => {
    const waiting = after([
      ...begin(),
      effect('m', 'waiting', 1_002_000),
      effect('n', 'waiting', 1_003_000),
      effect('m', 'approved', 1_004_000),
    ])
    expect(waiting.outcome).toBe('suspended')
  })

  it('is not charged: neither to the seconds of the run nor by its deadline', () => {
    const script = new Script().call({ gives: 'a start' })
    const waits = [effect('m', 'waiting', 1_002_000), effect('m', 'approved', 1_062_000)]
    const suspended = judge(after(script.steps), [waits[0] as Step], policy)
    expect(suspended.wakeAtMs).toBeNull()
    const answered = judge(suspended.memory, [waits[1] as Step], policy)
    expect(answered.wakeAtMs).toBe(1_001_000 + 60_000 + 80_000)
    script.call({ gives: 'the end', at: 1_071_000 })
    const last = script.steps.at(-1)
    if (last === undefined) throw new Error('the script has steps')
    expect(judge(answered.memory, [last], policy).memory.totals.seconds).toBeCloseTo(10.1)
  })

  it('is charged once when two wait at a time, whatever the order in which it is told', () => {
    const steps = [
      ...new Script().call({ gives: 'a' }).call({ gives: 'the end', at: 1_200_000 }).steps,
      effect('m', 'waiting', 1_010_000),
      effect('n', 'waiting', 1_020_000),
      effect('m', 'approved', 1_030_000),
      effect('n', 'denied', 1_050_000),
      effect('o', 'waiting', 1_100_000),
      effect('o', 'released', 1_105_000),
    ]
    const plain = policyOf()
    const told = (order: readonly Step[]) => {
      const { memory } = judge(createMemory('run', 'sdk', plain.version), order, plain)
      const { outcome, totals, state } = memory
      return { outcome, effects: totals.effects, held: state.heldEffects }
    }
    const expected = told(steps)
    expect(expected).toEqual({ outcome: 'open', effects: 1, held: 1 })
    fc.assert(
      fc.property(fc.shuffledSubarray(steps, { minLength: steps.length }), (order) => {
        expect(told(order)).toEqual(expected)
        // The next step shows the time of the whole.
        const { memory } = judge(createMemory('run', 'sdk', plain.version), order, plain)
        const next = new Script().call({ gives: 'x', at: 1_300_000 }).steps[0]
        if (next === undefined) throw new Error('the script has a step')
        const late = judge(
          memory,
          [{ ...next, id: 'late', sequence: null, receivedAtMs: 2e9 }, tick(3e9)],
          plain,
        )
        expect(late.memory.totals.seconds).toBeCloseTo((300_100 - 1000 - 45_000) / 1000)
      }),
    )
  })

  it('waits on when an operator resumes the run meanwhile', () => {
    const script = new Script().call({ gives: 'a' })
    const waiting = after([...script.steps, effect('m', 'waiting', 1_002_000)])
    const resumed = judge(waiting, new Script().operator('resume').steps, policy).memory
    expect(resumed.outcome).toBe('suspended')
  })
})

function tick(atMs: number): Step {
  const base = { id: 't', lane: '*', sequence: null, traceId: null, spanId: null }
  return { ...base, kind: 'tick', startedAtMs: atMs, endedAtMs: atMs, receivedAtMs: atMs }
}

describe('waits for a person', () => {
  const start = new Script().call({ at: 1_000_000, gives: 'first' }).steps
  const seconds = (...steps: readonly Step[]): number => {
    const last = new Script().call({ at: 1_500_000, tookMs: 0, gives: 'last' }).steps
    return after([...start, ...steps, ...last.map((step) => ({ ...step, id: 'last', sequence: 1 }))]).totals
      .seconds
  }
  const waited = (n: number, fromMs: number, toMs: number): readonly Step[] => [
    effect(`e${n}`, 'waiting', fromMs),
    effect(`e${n}`, 'approved', toMs),
  ]

  it('are not charged; two at a time once', () => {
    expect(seconds()).toBe(500)
    expect(seconds(...waited(1, 1_100_000, 1_200_000))).toBe(400)
    expect(seconds(...waited(1, 1_100_000, 1_200_000), ...waited(2, 1_150_000, 1_300_000))).toBe(300)
    expect(seconds(...waited(1, 1_100_000, 1_200_000), ...waited(2, 1_300_000, 1_350_000))).toBe(350)
  })

  it('are the same however often they are told', () => {
    const [waiting, approved] = waited(1, 1_100_000, 1_200_000)
    if (waiting === undefined || approved === undefined) throw new Error('two steps')
    const later = (step: Step, ms: number): Step => ({
      ...step,
      id: `${step.id} again`,
      endedAtMs: step.endedAtMs + ms,
    })
    expect(seconds(waiting, approved, later(waiting, 5000), later(approved, 5000))).toBe(400)
  })

  it('of more effects than are kept apart are not charged either', () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      waited(i, 1_100_000 + i * 2000, 1_101_000 + i * 2000),
    ).flat()
    expect(seconds(...many)).toBe(460)
    const memory = after([...start, ...many])
    expect(memory.state.waits).toHaveLength(32)
    expect(memory.state.idleMs).toBe(8000)
  })

  it('suspend the run until the last is over; what is granted, refused or done without a wait suspends nothing', () => {
    const outcome = (...steps: readonly Step[]): string => after([...start, ...steps]).outcome
    expect(outcome(effect('a', 'waiting', 1_100_000))).toBe('suspended')
    expect(outcome(effect('a', 'waiting', 1_100_000), ...waited(1, 1_100_000, 1_200_000))).toBe('suspended')
    expect(outcome(...waited(1, 1_100_000, 1_200_000))).toBe('open')
    expect(outcome(effect('a', 'waiting', 1_100_000), effect('a', 'denied', 1_200_000))).toBe('open')
    for (const act of ['granted', 'refused', 'done'] as const)
      expect(after([...start, effect('a', act, 1_100_000)]).state.waits, act).toEqual([])
  })
})
