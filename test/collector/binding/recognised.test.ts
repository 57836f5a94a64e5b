import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportRequest, type ToolSpan } from '../../support/tool-spans.ts'
import { startControl, type ControlServer } from '../control/server.ts'

let server: ControlServer
beforeEach(async () => {
  server = await startControl({
    policy: { mode: 'enforce', tools: { checks: ['run_tests', 'lint_*', 'check_types', 'bash(npm test*)'] } },
  })
})
afterEach(() => server.stop())

const traceId = randomBytes(16).toString('hex')
let atMs = Date.now() - 600_000

/** An edit, then a pass of the tests with this output. */
function attempt(output: string, call: Partial<ToolSpan> = {}): readonly ToolSpan[] {
  const at = (): Pick<ToolSpan, 'traceId' | 'spanId' | 'startMs' | 'endMs'> => {
    atMs += 1000
    return { traceId, spanId: randomBytes(8).toString('hex'), startMs: atMs, endMs: atMs + 400 }
  }
  const edit = {
    ...at(),
    tool: 'edit_file',
    args: { path: 'a.ts', text: `attempt ${atMs}` },
    result: `saved ${atMs}`,
  }
  return [edit, { ...at(), tool: 'run_tests', args: {}, result: output, ...call }]
}

const failing = (...names: readonly string[]): string =>
  [...names.map((name) => `FAIL ${name} (12 ms)`), 'exit code: 1'].join('\n')

async function report(run: string, spans: readonly ToolSpan[]) {
  const { body } = await server.call(`/v1/runs/${run}/checkpoint?source=telemetry`, {
    body: exportRequest('coder', spans),
  })
  return body
}

async function checksOf(run: string): Promise<readonly Record<string, unknown>[]> {
  const { steps } = (await server.call(`/v1/runs/${run}/steps`)).body
  return steps.filter(({ kind }: { kind: string }) => kind === 'check')
}

test('an agent that is only instrumented is nudged, then halted, when its tests stop shrinking', async () => {
  expect((await report('stuck', attempt(failing('a', 'b', 'c')))).action).toBe('continue')
  expect((await report('stuck', attempt(failing('a')))).action).toBe('continue')
  expect(await report('stuck', attempt(failing('a')))).toMatchObject({
    action: 'nudge',
    decision: { reason: 'convergence' },
  })
  expect(await report('stuck', attempt(failing('a')))).toMatchObject({
    action: 'halt',
    decision: { reason: 'convergence' },
  })
  expect(
    (await checksOf('stuck')).map(({ check, failures }) => [check, (failures as unknown[]).length]),
  ).toEqual([
    ['run_tests', 3],
    ['run_tests', 1],
    ['run_tests', 1],
    ['run_tests', 1],
  ])
})

test('one whose failures shrink goes on, and its newest pass is known to be clean', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']
  for (const count of [12, 5, 1]) {
    expect((await report('converges', attempt(failing(...names.slice(0, count))))).action).toBe('continue')
  }
  expect((await report('converges', attempt('12 passed\nexit code: 0'))).action).toBe('continue')
  const { summary } = (await server.call('/v1/runs/converges')).body
  expect(summary).toMatchObject({ outcome: 'open', check: { check: 'run_tests', failures: 0 } })
})

test('one whose checks fail one after another is given up, and the open gap goes to a person', async () => {
  const tools = ['run_tests', 'lint_code', 'check_types', 'run_tests', 'lint_code']
  const answers = []
  for (const tool of tools)
    answers.push(await report('gives-up', attempt(failing(`${tool} one`, 'two'), { tool })))
  expect(answers.map(({ action }) => action)).toEqual([
    'continue',
    'continue',
    'continue',
    'continue',
    'escalate',
  ])
  expect(answers.at(-1)).toMatchObject({
    outcome: 'abandoned',
    decision: { reason: 'livelock', missing: expect.stringContaining('lint_code') },
  })
})

test('one that has passed its tests and goes on looking is told that it is done', async () => {
  expect((await report('done', attempt('12 passed\nexit code: 0'))).action).toBe('continue')
  const looks = ['a', 'b', 'c', 'd', 'e'].flatMap((name) => {
    const [, call] = attempt('', { tool: 'read_file', args: { path: name }, result: 'No such file.' })
    return call === undefined ? [] : [call]
  })
  const { decisions } = await report('done', looks)
  expect(decisions[0]).toMatchObject({ action: 'nudge' })
  expect(decisions.map(({ reason }: { reason: string }) => reason)).toContain('completion')
})

test('a pass that is sent twice counts once, and so does a command among others of its tool', async () => {
  const [, tests] = attempt('', {
    tool: 'bash',
    args: { command: 'npm test' },
    result: failing('a'),
    callId: 'call_t',
  })
  if (tests === undefined) throw new Error('an attempt has two calls')
  const ls = {
    ...tests,
    spanId: randomBytes(8).toString('hex'),
    callId: 'call_l',
    args: { command: 'ls' },
    startMs: tests.startMs + 500,
    endMs: tests.endMs + 500,
  }
  await report('twice', [tests, ls])
  await report('twice', [tests, ls])
  expect(await checksOf('twice')).toMatchObject([
    {
      call: expect.any(String),
      check: expect.stringContaining('bash(npm test*)'),
      failures: [expect.any(String)],
    },
  ])
})
