import { createHash } from 'node:crypto'
import { failureSignatures, type CheckStep, type Hashing } from '@loop-observer/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seriesOf } from '../../../collector/control/series.ts'
import { summary } from '../../conformance/stores/builders.ts'
import { startControl, type ControlServer } from './server.ts'

const hashing: Hashing = {
  digest: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
  seed: 0,
}

/** Attempts whose last checks left so many failures, each of its own kind. */
function attempts(...failures: readonly number[]) {
  return failures.map((count, i) =>
    summary(`default/a${i}`, { check: { check: 'tests', failures: count, set: count * 1000 + i } }),
  )
}

describe('a series of attempts', () => {
  test('goes on while the failures shrink, and says for how long', () => {
    expect(seriesOf(attempts(12, 5))).toMatchObject({
      verdict: 'too_early',
      worth: true,
      remainingAttempts: null,
    })
    const shrinking = seriesOf(attempts(16, 8, 4))
    expect(shrinking).toMatchObject({ verdict: 'continue', worth: true, remainingAttempts: 3 })
    expect(shrinking.reason).toContain('from 8 to 4: at this pace about 3 more attempts')
    expect(seriesOf(attempts(12, 5, 1, 0))).toMatchObject({ verdict: 'done', worth: false })
  })

  test('is not worth another attempt when they are stuck, grow, change without shrinking, or come back', () => {
    const [same] = attempts(3)
    if (same === undefined) throw new Error('there is an attempt')
    expect(seriesOf([same, same])).toMatchObject({ verdict: 'stuck', worth: false })
    expect(seriesOf(attempts(7, 8, 9))).toMatchObject({ verdict: 'growing', worth: false })
    expect(seriesOf(attempts(1, 1, 1))).toMatchObject({ verdict: 'flat', worth: false })
    const [a, b] = attempts(2, 2)
    if (a === undefined || b === undefined) throw new Error('there are attempts')
    expect(seriesOf([a, b, a])).toMatchObject({ verdict: 'oscillating', worth: false })
  })

  test('begins again when another check reports', () => {
    const lint = summary('default/l', { check: { check: 'lint', failures: 3, set: 1 } })
    expect(seriesOf([...attempts(3, 3, 3), lint])).toMatchObject({ verdict: 'too_early', worth: true })
  })

  test('cannot be told when nothing was checked, and is over when an attempt was right', () => {
    expect(seriesOf([summary('default/a'), summary('default/b')])).toMatchObject({
      verdict: null,
      worth: true,
    })
    expect(seriesOf([summary('default/a', { correct: true })])).toMatchObject({
      verdict: 'done',
      worth: false,
    })
  })
})

describe('GET /v1/tasks/{task}/next', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(() => server.stop())

  const attempt = async (run: string, task: string, lines: readonly string[], atMs: number) => {
    const step: CheckStep = {
      kind: 'check',
      id: `check:${run}`,
      lane: 'main',
      startedAtMs: atMs,
      endedAtMs: atMs,
      receivedAtMs: Date.now(),
      sequence: null,
      traceId: null,
      spanId: null,
      check: 'tests',
      failures: failureSignatures(lines, hashing),
      bar: null,
    }
    await server.report(run, [{ step, preview: null }], { task })
  }

  test('judges the runs with that task in the order in which they began', async () => {
    const task = 'fix #7 / urgent'
    await attempt('second', task, ['test b fails at line 7'], 2000)
    await attempt('first', task, ['test a fails', 'test b fails at line 3'], 1000)
    await attempt('other', 'another task', [], 3000)
    const path = `/v1/tasks/${encodeURIComponent(task)}/next`
    const { body } = await server.call(path)
    expect(body).toMatchObject({ task, verdict: 'too_early', worth: true })
    expect(body.attempts.map(({ run }: { run: string }) => run)).toEqual(['first', 'second'])
    expect(body.attempts[0].check).toMatchObject({ check: 'tests', failures: 2 })
    await attempt('third', task, ['test b fails at line 9'], 4000)
    expect((await server.call(path)).body).toMatchObject({ verdict: 'stuck', worth: false })
  })

  test('of a task that no run has is 404', async () => {
    expect((await server.call('/v1/tasks/nothing/next')).status).toBe(404)
  })
})
