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
