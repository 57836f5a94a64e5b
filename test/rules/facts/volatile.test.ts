import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeOneByOne, policyOf, Script, type Outcome } from '../../support/steps.ts'

/** The same question to a job, a second apart; `answers` come back one after the other. */
function poll(answers: readonly unknown[]): Script {
  return new Script().times(answers.length, (run, i) =>
    run.call({ tool: 'get_status', args: { job: 7 }, gives: answers[i] }),
  )
}

function told(
  answers: readonly unknown[],
  preset: 'strict' | 'balanced' | 'assertive' = 'balanced',
): Outcome {
  return judgeOneByOne(poll(answers).steps, policyOf(preset))
}

const many = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => one(i))

/** Numbers without a direction, always the same ones. */
const noise = [37, 12, 61, 9, 44, 28, 73, 15, 52, 31, 66, 20, 48, 11, 59, 25, 70, 17, 41, 33]
const at = (i: number): number => noise[i % noise.length] ?? 0

const job = (more: object): object => ({ job: 7, state: 'pending', queue: 'default', result: null, ...more })

describe('a field that differs in every pair while all else is equal', () => {
  it('is learned as volatile: the agent is told, and by that alone never halted', () => {
    const { story, findings } = told(many(20, (i) => job({ load: at(i) })))
    // Watched from the second answer on: the sixth that is equal but for the load is the seventh of all.
    expect(story).toEqual(['nudge repetition @6'])
    expect(findings.every(({ strength }) => strength === 'suspect')).toBe(true)
  })

  it.each([
    ['a number in a text', (i: number) => job({ note: `node has ${at(i)} tasks` })],
    ['two of them', (i: number) => job({ load: at(i), free_mb: 5000 - at(i + 7) * 13 })],
    ['words that come back', (i: number) => job({ host: ['heron', 'pelican', 'stork'][at(i) % 3] })],
    [
      'a line among others',
      (i: number) => `state: pending\nqueue: default\nserved by ${['heron', 'pelican', 'stork'][at(i) % 3]}`,
    ],
  ])('may be %s', (_, answer: (i: number) => unknown) => {
    const { story } = told(many(20, answer))
    expect(story).toHaveLength(1)
    expect(story[0]).toMatch(/^nudge repetition/)
  })

  it('is learned for each call by itself, though others stand between', () => {
    const script = new Script()
    for (let i = 0; i < 12; i++) {
      script.call({ tool: 'get_status', args: { job: 7 }, gives: job({ load: at(i) }) })
      script.call({
        tool: 'read',
        args: { page: i },
        gives: `Page ${i}: ${'abcdefghijkl'[i]?.repeat(14)} is told of here.`,
      })
    }
    expect(judgeOneByOne(script.steps).story).toEqual(['nudge repetition @12'])
  })

  it('is patience where the pauses are long', () => {
    const script = new Script()
    for (let i = 0; i < 9; i++) {
      script.call({
        tool: 'get_status',
        args: { job: 7 },
        gives: job({ load: at(i) }),
        at: 1_000_000 + i * 90_000,
      })
    }
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })
})

describe('a field that moves on', () => {
  it.each([
    ['a percentage', (i: number) => job({ percent: i * 5 })],
    ['one that moves in the high ranges', (i: number) => job({ percent: 80 + i })],
    ['a countdown', (i: number) => job({ remaining: 400 - i * 20 })],
    [
      'a countdown that is corrected now and then',
      (i: number) => job({ eta_s: 600 - i * 30 + (i % 4 === 2 ? 45 : 0) }),
    ],
    ['a large counter', (i: number) => job({ processed: 10_240 * (i + 1) })],
    ['a fraction', (i: number) => job({ done: `${i + 1}/40 files` })],
    [
      'a name that is always another',
      (i: number) => job({ now: `${'abcdefghijklmnopqrst'[i]}${'bcdefghijklmnopqrstu'[i]}-part` }),
    ],
    ['progress in the only line', (i: number) => `The job is pending, ${i * 4} % are copied.`],
    ['progress beside another number', (i: number) => `Job 7: copied ${i * 37} of 2048 files, please wait.`],
    [
      'progress beside noise in one line',
      (i: number) => `Downloading: ${12 + i} % done at ${at(i) / 10} MB/s, please wait.`,
    ],
    [
      'words that change beside two numbers in another line',
      (i: number) =>
        `state: ${'abcdefghijklmnopqrst'[i]}${'ab'.repeat(i)} of the plan\nnode has ${at(i)} tasks and ${at(i + 5)} users`,
    ],
    ['bare numbers', (i: number) => String(at(i) * 31 + i)],
    ['a line of progress', (i: number) => `state: pending\nqueue: default\ncopied ${i * 4} %`],
    ['progress beside noise', (i: number) => job({ percent: i * 5, load: at(i) })],
  ])('is progress and no nudge: %s', (_, answer: (i: number) => unknown) => {
    for (const preset of ['balanced', 'assertive'] as const)
      expect(told(many(20, answer), preset).story).toEqual([])
  })

  it('lets the agent off that was watched for noise, once the rest of the answer changes', () => {
    const answers = many(24, (i) => ({
      ...job({ load: at(i) }),
      state: `stage ${Math.floor(i / 4)} of the plan`,
    }))
    expect(told(answers).story).toEqual([])
  })

  it('never leads to a halt by the fields alone, whatever they do', () => {
    const value = fc.oneof(
      fc.integer({ min: 0, max: 1000 }),
      fc.constantFrom('heron', 'stork', 'crane', 'ibis'),
    )
    const answers = fc.array(fc.record({ load: value, host: value }), { minLength: 8, maxLength: 30 })
    fc.assert(
      fc.property(answers, (fields) => {
        const distinct = fields.map((each, i) => job({ ...each, turn: at(i) * 31 + i }))
        expect(told(distinct).decisions.filter(({ action }) => action !== 'nudge')).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('what is kept for that', () => {
  it('is bounded, however many calls and however long their answers', () => {
    const script = new Script()
    for (let i = 0; i < 400; i++) {
      const lines = many(200, (line) => `line ${line} of ${i % 20}, ${at(i)}`)
      script.call({
        tool: 'list',
        args: { of: i % 20 },
        gives: i % 2 === 0 ? lines.join('\n') : job({ load: at(i), of: i % 20 }),
      })
    }
    const { watched } = judgeOneByOne(script.steps).memory.state.lanes[0] ?? {}
    expect(watched?.byteLength).toBeLessThanOrEqual(4 * 512)
  })

  it('is nothing for a run in which no call is made again', () => {
    const script = new Script().times(50, (run, i) =>
      run.call({ args: { page: i }, gives: job({ page: i }) }),
    )
    expect(judgeOneByOne(script.steps).memory.state.lanes[0]?.watched).toHaveLength(0)
  })
})
