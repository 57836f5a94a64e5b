import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../collector/cli/run-command.ts'
import { startControl, type ControlServer } from '../control/server.ts'
import { toolRecord, work } from '../control/steps.ts'
import { checked, looping, working } from '../replay/attempts.ts'
import { exportRequest } from '../../support/tool-spans.ts'

const folder = mkdtempSync(join(tmpdir(), 'loop-observer-report-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0

function file(...lines: readonly (object | string)[]): string {
  const path = join(folder, `runs-${files++}.jsonl`)
  writeFileSync(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  )
  return path
}

async function report(...argv: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  const out: string[] = []
  const print = (text: string): unknown => out.push(text)
  const code = await runCommand(['report', ...argv], { env: {}, out: print, err: print, human: false })
  return { code, text: out.join('\n') }
}

describe('report on files', () => {
  it('tells how recorded runs ended, of limits only the one that their framework says they met', async () => {
    const path = file(
      looping('a', { end: 'step_limit', limits: { steps: 12 } }),
      working('b', { end: 'step_limit', success: false }),
      working('c', { end: 'answered', limits: { steps: 4 } }),
      working('d', { end: 'unknown', success: false }),
      working('e', { success: true }),
    )
    const { code, text } = await report(path)
    expect(code).toBe(0)
    expect(text).toContain('5 runs in 1 file')
    expect(text).toMatch(/^TERMINATED +RUNS +AVG TURNS +AVG COST +CORRECT +VERIFIED$/m)
    expect(text).toMatch(/^answered +2 +8\.0 +\$0\.0800 +1\.00 of 2 +no check$/m)
    expect(text).toMatch(/^failed: agent_limit +2 +10\.0 +\$0\.1000 +0\.00 of 2 +no check$/m)
    expect(text).toMatch(/^lost +1 +8\.0 .* 0\.00 of 1 +no check$/m)
    expect(text).toMatch(/^agent_limit +2 +10\.0 +\$0\.1000 +50 % +1 repetition, 1 genuine_complexity +/m)
    expect(text).toContain('A higher limit may have helped 50 % of them (1 of 2)')
    expect(text).toContain(
      'The other 1 run spent $0.12 (120 tokens); twice the limit would cost them at least as much again.',
    )
    expect(text).toContain('5 runs had no check at all, 2 of them answered.')
  })

  it('says which limits of a policy they would have met', async () => {
    const policy = join(folder, 'policy.yaml')
    writeFileSync(policy, 'limits: { tool_calls: 5 }\n')
    const { text } = await report('--policy', policy, file(working('a', { end: 'answered' })))
    expect(text).toMatch(/^budget_tool_calls +1 .*100 % +1 genuine_complexity +a$/m)
    expect(text).toMatch(/^answered +1 /m)
  })

  it('has a histogram of passes, and what checks verified', async () => {
    const steps = (...failures: readonly (readonly string[])[]): object => ({
      end: 'answered',
      steps: failures.map((each, i) => ({ i, kind: 'check', check: 'unit', failures: each })),
    })
    const path = file(
      checked('a', [], steps(['x', 'y', 'z'], ['x'], ['x'])),
      checked('b', [], steps(['x'], [])),
      checked('c', [], { end: 'answered' }),
    )
    const { text } = await report(path)
    expect(text).toMatch(/^answered +3 .* 0\.67 of 3$/m)
    expect(text).toContain('3 loops over 6 passes of checks in 3 runs; 0 runs had no check at all')
    expect(text).toMatch(/^stuck +1$/m)
    expect(text).toMatch(/^PASSES OF A LOOP +LOOPS$/m)
    expect(text).toMatch(/^ +3 +1 +#{40}$/m)
  })

  it('reads spans as well, those of one run from several files, and prints JSON', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const span = {
      traceId,
      spanId: randomBytes(8).toString('hex'),
      tool: 'search',
      args: {},
      result: 'A page.',
      startMs: 1_796_000_000_000,
      endMs: 1_796_000_000_100,
    }
    const spanId = randomBytes(8).toString('hex')
    const other = { ...span, spanId, startMs: span.endMs + 900, endMs: span.endMs + 1000 }
    const halves = [span, other].map((each) => file(exportRequest('guide', [each])))
    const { text } = await report('--json', ...halves, file(working('a')))
    expect(JSON.parse(text)).toMatchObject({
      runs: 2,
      terminations: [
        { outcome: 'answered', runs: 1 },
        { outcome: 'lost', runs: 1, averageSteps: 2 },
      ],
      judgeModel: null,
    })
  })

  it('refuses flags of the other kind', async () => {
    const path = file(working('a'))
    expect(await report('--since', '1h', path)).toMatchObject({ code: 2 })
    expect(await report('--preset', 'strict')).toMatchObject({ code: 2 })
    expect((await report(file(''))).text).toBe('No runs in these files.')
  })
})

describe('report on an observer', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl({ policy: { limits: { steps: 3 } } })
  })
  afterEach(() => server.stop())

  it('tells limits by route, checks and verification of live runs', async () => {
    const check = (id: string, failures: readonly string[]) => {
      const { lane, startedAtMs, endedAtMs, receivedAtMs } = toolRecord().step
      const base = {
        id,
        lane,
        startedAtMs,
        endedAtMs,
        receivedAtMs,
        sequence: null,
        traceId: null,
        spanId: null,
      }
      return { step: { ...base, kind: 'check' as const, check: 'unit', failures, bar: null }, preview: null }
    }
    await server.report('long', work(6), { agent: 'research' })
    await server.report('longer', work(6), { agent: 'planner' })
    await server.report('checked', [check('1', ['0'.repeat(32)]), check('2', [])])
    await server.call('/v1/runs/checked/outcome', { body: { outcome: 'answered', correct: true } })
    const { text } = await report('--url', server.url)
    expect(text).toMatch(/^3 runs since /)
    expect(text).toMatch(/^answered +1 .* 1\.00 of 1 +1\.00 of 1$/m)
    expect(text).toMatch(/^halted: budget_steps +2 /m)
    expect(text).toMatch(/^budget_steps +research +- +1 +100 % +0 tokens$/m)
    expect(text).toMatch(/^budget_steps +planner +- +1 +100 % +0 tokens$/m)
    expect(text).toContain(
      '1 loop over 2 passes of checks in 1 run; 2 runs had no check at all, 0 of them answered.',
    )
    const [run] = ((await server.call('/v1/runs?outcome=answered')).body as { runs: readonly object[] }).runs
    expect(run).toMatchObject({ passes: { verdicts: { too_early: 1, done: 1 }, loops: [0, 1] } })
  })
})
