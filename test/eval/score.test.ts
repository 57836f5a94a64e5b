import { describe, expect, it } from 'vitest'
import type { Replayed } from '../../collector/replay/replay.ts'
import { score, type JudgedRun } from './score.ts'

type Said = readonly (readonly [step: number, action: 'nudge' | 'halt', scope?: 'run' | 'lane'])[]

function run(success: boolean, steps: number, said: Said, labels: Partial<JudgedRun> = {}): JudgedRun {
  const decisions = said.map(([step, action, scope = 'run'], index) => ({
    step,
    seq: index + 1,
    action,
    reason: 'repetition' as const,
    scope,
    lane: 'main',
    message: '',
    explanation: '',
    evidence: [],
  }))
  const replayed: Replayed = { run_id: 'r', steps, decisions, check_verdicts: [], outcome: 'ended' }
  return {
    set: 's',
    success,
    steps,
    replayed,
    taskKey: 't',
    injectedFaults: [],
    lastRepetition: null,
    ...labels,
  }
}

describe('the score of judged runs', () => {
  it('counts steps after the halt of failed runs as saved, and halts of good runs against it', () => {
    const scored = score([
      run(false, 10, [[4, 'halt']]),
      run(false, 10, []),
      run(true, 5, [[2, 'halt']]),
      run(true, 5, [[1, 'nudge']]),
    ])
    expect(scored).toMatchObject({
      stepsSavedRatio: 5 / 20,
      goodHalted: 1,
      goodHaltedRatio: 0.5,
      goodNudgedRatio: 0.5,
    })
  })

  it('takes the halt of a lane for a nudge', () => {
    expect(score([run(false, 10, [[4, 'halt', 'lane']])])).toMatchObject({
      stepsSavedRatio: 0,
      failedNudgedRatio: 1,
    })
  })

  it('looks two steps past a fault and past the last repetition', () => {
    const faulty = run(true, 9, [[5, 'nudge']], { injectedFaults: [3] })
    const marked = run(false, 9, [[8, 'nudge']], { lastRepetition: 5 })
    expect(score([faulty, marked])).toMatchObject({
      faultSpokenRatio: 1,
      faultHaltedRatio: 0,
      repetitionFoundRatio: 0,
    })
  })
})
