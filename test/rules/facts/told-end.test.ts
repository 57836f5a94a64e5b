import { describe, expect, it } from 'vitest'
import type { OutcomeStep, RunMemory, Step } from '@loop-observer/rules'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

function told(atMs: number, parts: Partial<OutcomeStep>): OutcomeStep {
  const [call] = new Script().call({ at: atMs }).steps
  if (call === undefined) throw new Error('a call')
  const { id: _, sequence: __, kind: ___, ...base } = call as Extract<Step, { kind: 'tool' }>
  const { lane, startedAtMs, endedAtMs, receivedAtMs, traceId, spanId } = base
  const end = {
    id: `end ${atMs}`,
    lane,
    startedAtMs,
    endedAtMs,
    receivedAtMs,
    traceId,
    spanId,
    sequence: null,
  }
  return { ...end, kind: 'outcome', outcome: 'halted', correct: null, ...parts }
}

const memoryOf = (steps: readonly Step[]): RunMemory => judgeOneByOne(steps, policyOf()).memory
const news = new Script().times(4, (run, i) => run.call({ args: { i }, gives: `page ${i} is all new` })).steps
const stuck = new Script().times(8, (run) => run.call({ gives: 'the same' })).steps
const later = 1_060_000

describe('an agent that says how it ended', () => {
  it('by a rule of its own has the reason of that rule', () => {
    expect(memoryOf([...news, told(later, { reason: 'convergence' })])).toMatchObject({
      outcome: 'halted',
      reason: 'convergence',
      limit: null,
    })
  })

  it('after a decision has ended it, keeps the reason of the decision', () => {
    expect(memoryOf([...stuck, told(later, { reason: 'convergence' })]).reason).toBe('repetition')
  })

  it('once more, to say whether it was right, keeps the reason', () => {
    const twice = [told(later, { reason: 'convergence' }), told(later + 5, { correct: true })]
    expect(memoryOf([...news, ...twice])).toMatchObject({ reason: 'convergence', correct: true })
  })

  it('and then that it has answered, has no reason any more', () => {
    const answered = [told(later, { reason: 'convergence' }), told(later + 5, { outcome: 'answered' })]
    expect(memoryOf([...news, ...answered])).toMatchObject({ outcome: 'answered', reason: null })
  })

  it('at a limit of its own, has met it while it did what it did', () => {
    const limit = { reason: 'budget_effects' } as const
    expect(memoryOf([...news, told(later, limit)]).limit).toEqual({ ...limit, class: 'genuine_complexity' })
    const repeats = stuck.slice(0, 4)
    expect(memoryOf([...repeats, told(later, limit)]).limit).toEqual({ ...limit, class: 'repetition' })
  })

  it('at a limit of time for most of which nothing came back, was spent in a call that hangs', () => {
    const limit = { reason: 'budget_time' } as const
    expect(memoryOf([...news, told(1_006_500, limit)]).limit?.class).toBe('genuine_complexity')
    expect(memoryOf([...news, told(1_600_000, limit)]).limit?.class).toBe('exhaustion')
    expect(memoryOf([...news, told(1_600_000, { reason: 'budget_effects' })]).limit?.class).toBe(
      'genuine_complexity',
    )
  })

  it('before it has done anything, has met its limit all the same', () => {
    const limit = { reason: 'budget_effects' } as const
    expect(memoryOf([told(later, limit)]).limit).toEqual({ ...limit, class: 'genuine_complexity' })
  })
})
