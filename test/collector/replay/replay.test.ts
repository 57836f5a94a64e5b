import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../../collector/cli/run-command.ts'
import { exportRequest } from '../../support/tool-spans.ts'

const folder = mkdtempSync(join(tmpdir(), 'loop-observer-replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

function file(...lines: readonly unknown[]): string {
  const path = join(folder, `runs-${files++}.jsonl`)
  writeFileSync(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return path
}

async function replay(...argv: readonly string[]): Promise<string> {
  const out: string[] = []
  const terminal = {
    env: {},
    out: (text: string) => out.push(text),
    err: (text: string) => out.push(text),
    human: false,
  }
  expect(await runCommand(['replay', ...argv], terminal), out.join('\n')).toBe(0)
  return out.join('\n')
}

async function lines(...argv: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  return (await replay('--json', ...argv))
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

const minuteMs = 60_000

interface Recorded {
  readonly agent?: string
  readonly tool?: string
  readonly query?: string
  readonly observation?: string
}

const step = (
  i: number,
  { agent, tool = 'search', query = 'q', observation = 'The same page.' }: Recorded = {},
): object => ({
  i,
  at: i * 1000,
  took: 100,
  round: i,
  ...(agent === undefined ? {} : { agent }),
  tool,
  args: { query },
  observation,
  tokens_in: 100,
  tokens_out: 10,
})

const looping = {
  v: 1,
  run_id: 'loops',
  agent: 'guide',
  success: false,
  steps: Array.from({ length: 20 }, (_, i) => step(i)),
}
const working = {
  v: 1,
  run_id: 'works',
  agent: 'guide',
  success: true,
  steps: Array.from({ length: 20 }, (_, i) =>
    step(i, { query: `question ${i}`, observation: `Fact number ${i}: ${'abcdefghijklmnopqrst'[i]}` }),
  ),
}

describe('replay --json', () => {
  it('prints one line a run, with these fields and no others', async () => {
    const [loop, work, ...others] = await lines(file(looping, working))
    expect(others).toEqual([])
    expect(Object.keys(loop ?? {})).toEqual(['run_id', 'steps', 'decisions', 'check_verdicts', 'outcome'])
    expect(loop).toMatchObject({ run_id: 'loops', steps: 20, check_verdicts: [], outcome: 'halted' })
    expect(work).toEqual({ run_id: 'works', steps: 20, decisions: [], check_verdicts: [], outcome: 'ended' })
    const decisions = loop?.['decisions'] as readonly Record<string, unknown>[]
    expect(
      decisions.map((each) => [each['seq'], each['action'], each['reason'], each['scope'], each['lane']]),
    ).toEqual([
      [1, 'nudge', 'repetition', 'lane', 'guide'],
      [2, 'halt', 'repetition', 'run', 'guide'],
    ])
    for (const decision of decisions) {
      expect(Object.keys(decision).toSorted()).toEqual([
        'action',
        'evidence',
        'lane',
        'message',
        'reason',
        'scope',
        'seq',
        'step',
      ])
      const { step: at, evidence } = decision as {
        readonly step: number
        readonly evidence: readonly number[]
      }
      expect(evidence.at(-1)).toBe(at)
      expect(evidence).toEqual(evidence.toSorted((a, b) => a - b))
    }
  })

  it('goes on after the halt of one lane, under the lane’s own name', async () => {
    const helper = Array.from({ length: 12 }, (_, i) => step(i + 1, { agent: 'helper' }))
    const rest = Array.from({ length: 4 }, (_, i) =>
      step(i + 13, { query: `other ${i}`, observation: `News ${i}.` }),
    )
    const [run] = await lines(
      file({ ...looping, steps: [step(0, { query: 'first', observation: 'Begin.' }), ...helper, ...rest] }),
    )
    expect(run).toMatchObject({ outcome: 'ended', steps: 17 })
    expect(run?.['decisions']).toMatchObject([
      { action: 'nudge', lane: 'helper', scope: 'lane' },
      { action: 'halt', lane: 'helper', scope: 'lane' },
    ])
  })

  it('does not look at how the run ended, nor at what was expected of it', async () => {
    const told = {
      ...looping,
      success: true,
      end: 'answered',
      labels: ['fine'],
      expect: { verdict: 'continue' },
      score: 1,
    }
    expect(await lines(file(told))).toEqual(await lines(file(looping)))
  })

  it('keeps the limits that were in force', async () => {
    const [run] = await lines(file({ ...working, limits: { steps: 6 } }))
    expect(run).toMatchObject({
      outcome: 'halted',
      decisions: [{ action: 'halt', reason: 'budget_steps', scope: 'run' }],
    })
  })

  it('judges what a Collector wrote to a file, in enforce mode', async () => {
    const spans = Array.from({ length: 10 }, (_, i) => ({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: (i + 1).toString(16).padStart(16, '0'),
      tool: 'search',
      args: { query: 'opening hours' },
      result: 'No page matches.',
      startMs: 1_796_000_000_000 + (i * minuteMs) / 60,
      endMs: 1_796_000_000_100 + (i * minuteMs) / 60,
    }))
    const halves = [spans.slice(0, 5), spans.slice(5)].map((half) => exportRequest('guide', half))
    const [run] = await lines(file(...halves))
    expect(run).toMatchObject({ run_id: '0af7651916cd43dd8448eb211c80319c', steps: 10, outcome: 'halted' })
    const [nudge, halt] = (run?.['decisions'] ?? []) as readonly {
      readonly step: number
      readonly evidence: number[]
    }[]
    expect(nudge?.evidence).toEqual([0, 1, 2])
    expect(halt?.step).toBeLessThan(9)
  })
})

describe('replay', () => {
  it('sums up what each reason would have done', async () => {
    const text = await replay(file(looping, working), file({ ...looping, run_id: 'again' }))
    expect(text).toContain('3 runs, 60 steps; known to have ended well: 1, to have failed: 2')
    expect(text).toMatch(
      /^REASON +NUDGED +STOPPED +GOOD RUNS STOPPED +FAILED ANYWAY +STEPS SAVED +TOKENS SAVED$/m,
    )
    const [, nudged, stopped, good, failed, steps, tokens] =
      /^all +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$/m.exec(text)?.map(Number) ?? []
    expect([nudged, stopped, good, failed]).toEqual([2, 2, 0, 2])
    expect(steps).toBeGreaterThanOrEqual(20)
    expect(tokens).toBe(110 * (steps ?? 0))
  })

  it('judges more strictly when told to, and by a policy file', async () => {
    const twice = {
      ...working,
      run_id: 'twice',
      steps: [step(0), step(1, { query: 'r', observation: 'New.' }), step(2)],
    }
    const path = file(twice)
    expect(await lines(path)).toMatchObject([{ decisions: [] }])
    expect(await lines('--preset', 'strict', path)).not.toMatchObject([{ decisions: [] }])
    const policy = join(folder, 'policy.yaml')
    writeFileSync(policy, 'rules:\n  repetition: { nudge_at: 2 }\n')
    expect(await lines('--policy', policy, path)).toMatchObject([
      { decisions: [{ action: 'nudge', step: 2 }] },
    ])
  })

  it('says that a file holds no runs', async () => {
    expect(await replay(file(''))).toBe('No runs in these files.')
  })
})

describe('checks in recorded runs', () => {
  const policy = join(folder, 'checks.yaml')
  writeFileSync(policy, "tools: { checks: ['pytest', 'bash(*pytest*)'] }\n")
  const output = (count: number, kind = 'test'): string =>
    Array.from({ length: count }, (_, k) => `FAILED ${kind}_${'abcdefghijkl'[k]}`).join('\n')
  const coding = (run_id: string, ...outputs: readonly string[]): object => ({
    v: 1,
    run_id,
    steps: outputs.flatMap((observation, i) => [
      { i: 2 * i, tool: 'edit', args: { path: 'a.py', text: `attempt ${i}` }, observation: `saved ${i}` },
      { i: 2 * i + 1, tool: 'bash', args: { command: 'python -m pytest -q' }, observation, ok: null },
    ]),
  })

  it('are recognised in the output of tools that the policy names', async () => {
    const runs = file(
      coding('converges', output(12), output(5), output(1), '12 passed'),
      coding('stuck', output(3), output(1), output(1), output(1)),
    )
    const [converges, stuck] = await lines('--policy', policy, runs)
    expect(converges).toMatchObject({
      outcome: 'ended',
      check_verdicts: ['too_early', 'too_early', 'continue', 'done'],
    })
    expect(stuck).toMatchObject({
      outcome: 'halted',
      check_verdicts: ['too_early', 'too_early', 'stuck', 'stuck'],
      decisions: [
        { step: 5, action: 'nudge', reason: 'convergence' },
        { step: 7, action: 'halt', reason: 'convergence' },
      ],
    })
    expect((await lines(runs))[0]).toMatchObject({ check_verdicts: [] })
  })
})
