import { describe, expect, it } from 'vitest'
import { createMemory, judge, type RunMemory, type Step } from '@loop-observer/rules'
import { policyOf, Script } from '../../support/steps.ts'

const policy = policyOf()

/** What is known once all of it has settled. */
function after(steps: readonly Step[], from = createMemory('run', 'telemetry', policy.version)): RunMemory {
  const [last] = steps.slice(-1)
  if (last === undefined) return from
  const { startedAtMs, endedAtMs, traceId, spanId } = last
  const receivedAtMs = last.receivedAtMs + 60_000
  const tick = { id: `tick ${receivedAtMs}`, lane: '*', kind: 'tick', sequence: null } as const
  return judge(from, [...steps, { ...tick, startedAtMs, endedAtMs, receivedAtMs, traceId, spanId }], policy)
    .memory
}

/** Calls, then the framework's own limit in `lane`; `at` is its start and end. */
function limited(lane: string, at: number): readonly Step[] {
  const { steps } = new Script().times(2, (run, index) =>
    run.call({ args: { q: index }, gives: `found ${index}` }),
  )
  const base = {
    startedAtMs: at,
    endedAtMs: at,
    receivedAtMs: at,
    sequence: null,
    traceId: null,
    spanId: null,
  }
  return [...steps, { ...base, id: `limit of ${lane}`, lane, kind: 'agent_limit', limit: 'max_turns' }]
}

describe("the limit of the agent's own framework", () => {
  it('has ended the run, which failed', () => {
    expect(after(limited('main', 1_010_000)).outcome).toBe('failed')
  })

  it('of a sub-agent has ended the sub-agent', () => {
    expect(after(limited('researcher', 1_010_000)).outcome).toBe('open')
  })

  it('is taken back by work that begins later, not by work that was on its way', () => {
    const ended = after(limited('main', 1_010_000))
    const late = new Script().call({ args: { q: 'late' }, gives: 'x', at: 1_009_000 }).steps
    const later = new Script().call({ args: { q: 'later' }, gives: 'x', at: 1_020_000 }).steps
    expect(
      after(
        late.map((step) => ({ ...step, id: 'late', sequence: null })),
        ended,
      ).outcome,
    ).toBe('failed')
    expect(
      after(
        later.map((step) => ({ ...step, id: 'later', sequence: null })),
        ended,
      ).outcome,
    ).toBe('open')
  })

  it('gives way to what the agent itself says of how it ended', () => {
    const ended = after(limited('main', 1_010_000))
    const [limit] = limited('main', 1_011_000).slice(-1)
    if (limit === undefined) throw new Error('no limit')
    const { id: _, kind: __, limit: ___, ...base } = limit as Extract<Step, { kind: 'agent_limit' }>
    const said = after([{ ...base, id: 'said', kind: 'outcome', outcome: 'answered', correct: null }], ended)
    expect(said.outcome).toBe('answered')
  })
})

/** Two calls, then the end of the record around them at `at`. */
function closed(at: number, outcome: 'answered' | 'failed' = 'answered'): readonly Step[] {
  const { steps } = new Script().times(2, (run, index) =>
    run.call({ args: { q: index }, gives: `found ${index}` }),
  )
  return [...steps.map(unnumbered), end(at, outcome)]
}

function end(at: number, outcome: 'answered' | 'failed'): Step {
  const base = {
    startedAtMs: at,
    endedAtMs: at,
    receivedAtMs: at,
    sequence: null,
    traceId: null,
    spanId: null,
  }
  return { ...base, id: `end ${at}`, lane: 'main', kind: 'outcome', outcome, correct: null, observed: true }
}

/** As telemetry reports a step. */
function unnumbered(step: Step): Step {
  return { ...step, sequence: null }
}

/** One call that begins at `at`. */
function callAt(at: number): readonly Step[] {
  const { steps } = new Script().call({ args: { q: at }, gives: `found at ${at}`, at })
  return steps.map((step) => ({ ...unnumbered(step), id: `call ${at}` }))
}

describe("the end of the record around the run's work", () => {
  it('ends the run: it answered, or failed', () => {
    expect(after(closed(1_010_000)).outcome).toBe('answered')
    expect(after(closed(1_010_000, 'failed')).outcome).toBe('failed')
  })

  it('may fall into the millisecond in which the last work began', () => {
    const last = callAt(1_010_000)
    expect(after([...closed(1_010_000).slice(0, -1), ...last, end(1_010_000, 'answered')]).outcome).toBe(
      'answered',
    )
    expect(after(last, after(closed(1_010_000))).outcome).toBe('answered')
  })

  it('waits for its turn: what is on its way may show that the run goes on', () => {
    const steps = closed(1_010_000)
    const soon = judge(createMemory('run', 'telemetry', policy.version), steps, policy)
    expect(soon.memory.outcome).toBe('open')
    expect(soon.wakeAtMs).not.toBeNull()
    expect(after(callAt(1_010_050), soon.memory).outcome).toBe('open')
    expect(after(callAt(1_005_000), soon.memory).outcome).toBe('answered')
  })

  it('is taken back by any work that begins later, and told again by the next record', () => {
    const next = after(callAt(1_020_000), after(closed(1_010_000)))
    expect(next.outcome).toBe('open')
    expect(after([end(1_015_000, 'answered')], next).outcome).toBe('open')
    expect(after([end(1_030_000, 'failed')], next).outcome).toBe('failed')
  })

  it('with a caller elsewhere is that of the run when all work since it was opened lies within', () => {
    const within = (fromMs: number, at: number): Step => ({ ...end(at, 'answered'), fromMs }) as Step
    const [first] = closed(1_010_000)
    const from = first?.startedAtMs ?? 0
    const work = closed(1_010_000).slice(0, -1)
    expect(after([...work, within(from - 1, 1_010_000)]).outcome).toBe('answered')
    expect(after([...work, within(from + 1, 1_010_000)]).outcome).toBe('open')
    const again = after(callAt(1_020_000), after([...work, within(from, 1_010_000)]))
    expect(after([within(1_019_000, 1_030_000)], again).outcome).toBe('answered')
    expect(after([within(1_021_000, 1_030_000)], again).outcome).toBe('open')
  })

  it('is no step: it takes no time, and is none that ran past a halt', () => {
    const open = after(closed(1_010_000).slice(0, -1))
    const ended = after([end(1_300_000, 'answered')], open)
    expect(ended.totals).toEqual(open.totals)
    expect(ended.ranPastHalt).toBe(0)
  })

  it('hides nothing of what began before it and arrives after it', () => {
    const ended = after(closed(1_300_000))
    const looping = new Script()
      .times(12, (run) => run.call({ args: { q: 'again' }, gives: 'the same', at: 1_100_000 }))
      .steps.map((step, index) => ({
        ...unnumbered(step),
        id: `late ${index}`,
        startedAtMs: 1_100_000 + index * 1000,
      }))
    expect(after(looping, ended).outcome).toBe('halted')
  })

  it('does not outrank a decision, nor what the agent itself says', () => {
    const looping = new Script().times(12, (run) => run.call({ args: { q: 1 }, gives: 'the same' })).steps
    expect(after([...looping.map(unnumbered), end(1_300_000, 'answered')]).outcome).toBe('halted')
    // The same step without its mark: what the agent tells has none.
    const said = { ...end(1_012_000, 'failed'), id: 'said', observed: undefined } as unknown as Step
    expect(after([said, end(1_013_000, 'answered')], after(closed(1_010_000))).outcome).toBe('failed')
  })

  it('stops the clock: time that passes afterwards uses up no limit, and no silence loses the run', () => {
    const limited = policyOf('balanced', { limits: { seconds: 60 }, idleTimeoutMs: 300_000 })
    const memory = createMemory('run', 'telemetry', limited.version)
    const ended = after(closed(1_010_000), memory)
    const [lastCall] = callAt(1_005_000)
    if (lastCall === undefined) throw new Error('no call')
    const tick = { ...lastCall, id: 'much later', lane: '*', kind: 'tick', receivedAtMs: 9_000_000 } as Step
    const later = judge(ended, [tick], limited)
    expect(later.memory.outcome).toBe('answered')
    expect(later.decisions).toEqual([])
    expect(later.wakeAtMs).toBeNull()
  })
})
