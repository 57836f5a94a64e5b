import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { progressBar } from '../../../collector/cli/progress.ts'
import { runCommand } from '../../../collector/cli/run-command.ts'
import { checked, looping, working } from '../replay/attempts.ts'

const folder = mkdtempSync(join(tmpdir(), 'loop-observer-replay-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function file(...runs: readonly object[]): string {
  const path = join(folder, `runs-${files++}.jsonl`)
  writeFileSync(path, runs.map((run) => JSON.stringify(run)).join('\n'))
  return path
}

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
  /** What stood in the last line of the terminal, one after the other. */
  readonly status: readonly string[]
}

async function replay(...argv: readonly string[]): Promise<Ended> {
  const [out, err, status]: [string[], string[], string[]] = [[], [], []]
  const code = await runCommand(['replay', ...argv], {
    env: {},
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    human: false,
    status: (line) => status.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n'), status }
}

describe('replay', () => {
  it('answers whether a later attempt succeeded after a stop', async () => {
    const { out } = await replay(file(looping('a1', { task: 'a' }), working('a2', { task: 'a' })))
    expect(out).toContain(
      'After a stop, did a later attempt at the same task succeed? (1 task with several attempts)',
    )
    expect(out).toMatch(/^REASON +RUNS +WITH A LATER ATTEMPT +LATER SUCCEEDED +STEPS SAVED$/m)
    expect(out).toMatch(/^repetition +1 +1 +1 \(100 %\) +7$/m)
    expect(out).toMatch(/^not stopped, and failed +0 +0 +- +0$/m)
    expect(out).toMatch(/^repetition +1 +1 +0 +1 +7 +70 +\$0\.07$/m)
  })

  it('says nothing of later attempts where every task has one', async () => {
    const { out } = await replay(file(looping('a1', { task: 'a' }), working('b1', { task: 'b' })))
    expect(out).not.toContain('later attempt')
  })

  it('judges series of checked attempts', async () => {
    const attempts = [['a', 'b'], ['a'], ['a']].map((failures, i) =>
      checked(`a${i}`, failures, { task: 'a' }),
    )
    const { out } = await replay(file(...attempts))
    expect(out).toMatch(/^stuck +1 +0 +- +0$/m)
    expect(out).toMatch(/^too_early +2 +2 +0 \(0 %\) +3$/m)
  })

  it('gives the tables as one JSON object', async () => {
    const path = file(looping('a1', { task: 'a' }), working('a2', { task: 'a' }))
    const summary = JSON.parse((await replay('--json', '--summary', path)).out) as object
    expect(summary).toMatchObject({
      runs: 2,
      good: 1,
      failed: 1,
      reasons: [
        { reason: 'repetition', stopped: 1, goodStopped: 0, failedStopped: 1, stepsSaved: 7 },
        { reason: 'all' },
      ],
      later: { tasks: 1, rows: [{ reason: 'repetition', withLater: 1, laterSucceeded: 1 }, {}, {}] },
    })
  })
})

describe('replay --compare', () => {
  const twice = {
    ...working('twice'),
    steps: [0, 1, 2].map((i) => ({
      i,
      tool: 'search',
      args: { q: i % 2 },
      observation: `Page ${i % 2} in full.`,
    })),
  }

  it('shows two policies side by side, and the runs of which they say something else', async () => {
    const path = file(looping('loops'), working('works'), twice)
    const { code, out } = await replay('--compare', 'balanced', 'strict', path)
    expect(code).toBe(0)
    expect(out).toContain('A is balanced, B is strict.')
    expect(out).toMatch(/^REASON +NUDGED A +B +STOPPED A +B +GOOD RUNS STOPPED A +B +STEPS SAVED A/m)
    expect(out).toMatch(/^all +1 +\d+ \([+-]?\d+\) +1 +\d+ \([+-]?\d+\) +0 +\d+ \([+-]?\d+\) +7 +/m)
    expect(out).toMatch(/^twice +well +- +nudged: repetition @2$/m)
    expect(out).toMatch(/^loops +badly +halted: repetition @4 +halted: no_progress @1$/m)
    expect(out).not.toMatch(/^works /m)
  })

  it('takes policy files, in any place of the command line, and prints JSON', async () => {
    const policy = join(folder, 'policy.yaml')
    writeFileSync(policy, 'rules:\n  repetition: { enabled: false }\n  no_progress: { enabled: false }\n')
    const path = file(looping('loops'))
    const { out } = await replay('--json', path, '--compare', 'balanced', policy)
    const compared = JSON.parse(out) as { readonly changed: readonly object[] }
    expect(compared).toMatchObject({
      policies: { a: 'balanced', b: policy },
      reasons: expect.arrayContaining([
        {
          reason: 'repetition',
          a: expect.objectContaining({ stopped: 1 }),
          b: expect.objectContaining({ stopped: 0 }),
        },
      ]) as unknown,
    })
    expect(compared.changed).toMatchObject([
      { run_id: 'loops', success: false, a: { verdict: 'halted', reason: 'repetition', step: 4 } },
    ])
  })

  it('says that nothing differs', async () => {
    const { out } = await replay('--compare', 'balanced', 'balanced', file(looping('loops')))
    expect(out).toContain('No run has another verdict.')
  })

  it('refuses what it cannot compare', async () => {
    const path = file(looping('loops'))
    for (const [argv, message] of [
      [['--compare', 'balanced'], '--compare takes POLICY_A POLICY_B.'],
      [['--compare', 'balanse', 'strict', path], 'Did you mean `balanced`?'],
      [['--compare', 'balanced', 'strict', '--preset', 'strict', path], 'leave out --policy and --preset'],
    ] as const) {
      const { code, err } = await replay(...argv)
      expect(code).toBe(2)
      expect(err).toContain(message)
    }
  })
})

describe('the progress bar', () => {
  it('is shown while runs are judged, and gone at the end', async () => {
    const { status } = await replay(file(looping('a'), working('b')))
    expect(status[0]).toMatch(/^\[#+\.*\] +50 %  1 run$/)
    expect(status.at(-1)).toBe('')
  })

  it('draws ten times a second at most', () => {
    const drawn: string[] = []
    let nowMs = 0
    const bar = progressBar({ status: (line) => drawn.push(line) }, () => nowMs)
    for (; nowMs <= 1000; nowMs += 10) bar.update(nowMs / 1000, 'runs')
    expect(drawn.length).toBe(11)
    expect(drawn.at(-1)).toBe('[########################] 100 %  runs')
  })

  it('is not drawn where nobody looks', () => {
    const bar = progressBar({})
    bar.update(0.5, 'runs')
    bar.clear()
  })
})
