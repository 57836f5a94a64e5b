import { describe, expect, it } from 'vitest'
import { builtinPolicy } from '@loop-observer/rules'
import { judgedRecorded, type JudgedRun } from '../../../collector/replay/judged-run.ts'
import { laterAttempts } from '../../../collector/replay/later-attempts.ts'
import { parseRecordedRun } from '../../../collector/replay/recorded-run.ts'
import { checked, looping, working } from './attempts.ts'

const judged = (runs: readonly object[]): readonly JudgedRun[] =>
  runs.map((run) => judgedRecorded(parseRecordedRun(run, 'test'), builtinPolicy))

describe('after a stop', () => {
  it('counts later attempts at the same task, and those that succeeded', () => {
    const { tasks, rows } = laterAttempts(
      judged([
        working('before', { task: 'a' }),
        looping('a1', { task: 'a' }),
        looping('b1', { task: 'b' }),
        working('a2', { task: 'a' }),
        looping('b2', { task: 'b' }),
        looping('c1', { task: 'c' }),
        looping('of no task'),
      ]),
    )
    expect(tasks).toBe(2)
    const stopped = { stopped: 5, withLater: 2, laterSucceeded: 1, stepsSaved: 14 }
    expect(rows).toEqual([
      { reason: 'repetition', ...stopped },
      { reason: 'all', ...stopped },
      { reason: 'none', stopped: 0, withLater: 0, laterSucceeded: 0, stepsSaved: 0 },
    ])
  })

  it('sets beside them the runs that failed and were not stopped', () => {
    const { rows } = laterAttempts(
      judged([
        working('a1', { task: 'a', success: false }),
        working('a2', { task: 'a' }),
        working('b1', { task: 'b', success: null }),
      ]),
    )
    expect(rows.at(-1)).toEqual({
      reason: 'none',
      stopped: 1,
      withLater: 1,
      laterSucceeded: 1,
      stepsSaved: 0,
    })
  })

  it('goes by the key of the task where the run has one', () => {
    const runs = [
      looping('a1', { task: 'Say it in one way', task_key: 'k' }),
      working('a2', { task: 'Say it in another', task_key: 'k' }),
    ]
    expect(laterAttempts(judged(runs)).rows[0]).toMatchObject({ withLater: 1, laterSucceeded: 1 })
  })

  it('does not judge by how a run ended', () => {
    const [failed] = judged([looping('a')])
    const [good] = judged([looping('a', { success: true })])
    expect(good?.replayed).toEqual(failed?.replayed)
  })
})

describe('attempts as passes of one check', () => {
  it('says what the verdicts were, and whether a later attempt succeeded', () => {
    const attempts = (task: string, ...failures: readonly (readonly string[])[]) =>
      failures.map((each, i) => checked(`${task}${i}`, each, { task }))
    const { series } = laterAttempts(
      judged([
        ...attempts('stuck', ['a', 'b', 'c'], ['a'], ['a'], []),
        ...attempts('growing', ['a'], ['b', 'c'], ['d', 'e', 'f']),
        ...attempts('alone', ['a']),
      ]),
    )
    expect(series).toEqual([
      { verdict: 'stuck', said: 1, withLater: 1, laterSucceeded: 1, attemptsAfter: 1 },
      { verdict: 'growing', said: 1, withLater: 0, laterSucceeded: 0, attemptsAfter: 0 },
      { verdict: 'too_early', said: 4, withLater: 4, laterSucceeded: 2, attemptsAfter: 8 },
      { verdict: 'done', said: 1, withLater: 0, laterSucceeded: 0, attemptsAfter: 0 },
    ])
  })
})
