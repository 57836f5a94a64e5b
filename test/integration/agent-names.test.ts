import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/deadline.ts'
import { readRun, type ReadRun } from '../support/observer-reading.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { writePolicy } from '../support/policy-file.ts'
import { startRedis, type RunningRedis } from '../support/redis.ts'

const agent = 'billing-agent'
const turns = 8

let redis: RunningRedis
let policy: Awaited<ReturnType<typeof writePolicy>>
let pair: readonly RunningObserver[]

beforeAll(async () => {
  redis = await startRedis()
  policy = await writePolicy(
    'mode: shadow\nlimits: { steps: 8 }\nroutes:\n  - agent: "billing*"\n    mode: enforce\n',
  )
  const env = { LOOP_OBSERVER_POLICY: policy.path, LOOP_OBSERVER_STORE: redis.url }
  pair = await Promise.all([startObserver({ env }), startObserver({ env })])
})

afterAll(async () => {
  await Promise.all((pair ?? []).map((observer) => observer.stop()))
  await redis?.stop()
  await policy?.remove()
})

test.each(['chat', 'execute_tool'])(
  'a run of which only the %s spans name the agent is one lane, its turns counted once, over two observers',
  async (named) => {
    const trace = newTrace()
    for (let turn = 0; turn < turns; turn++) {
      await send(turn, trace, [span(trace, 2 * turn, 'chat', named)])
      await send(turn + 1, trace, [span(trace, 2 * turn + 1, 'execute_tool', named)])
    }
    const run = await judgedRun(trace, ({ summary }) => summary?.totals.toolCalls === turns)
    expect(run.summary).toMatchObject({ agent, totals: { steps: turns, toolCalls: turns } })
    const limit = run.decisions.find(({ reason }) => reason === 'budget_steps')
    expect(limit).toMatchObject({ enforced: true, lane: 'main', totals: { steps: turns } })
  },
)

test('the span around the run, which comes last and alone names the agent, chooses its policy', async () => {
  const trace = newTrace()
  const spans = Array.from({ length: 4 }, (_, n) => span(trace, n, n % 2 ? 'execute_tool' : 'chat', 'nobody'))
  await send(0, trace, spans)
  await judgedRun(trace, ({ summary }) => summary?.totals.toolCalls === 2)
  await send(1, trace, [span(trace, 4, 'invoke_agent', 'invoke_agent')])
  const run = await judgedRun(trace, ({ summary }) => summary?.agent === agent)
  expect(run.decisions).toEqual([])
  const more = Array.from({ length: 20 }, (_, n) =>
    span(trace, n + 5, n % 2 ? 'execute_tool' : 'chat', 'nobody'),
  )
  await send(0, trace, more)
  const halted = await judgedRun(trace, ({ summary }) => summary?.halted === true)
  expect(halted.decisions.at(-1)).toMatchObject({ enforced: true, reason: 'budget_steps' })
})

type NamedRun = ReadRun & {
  readonly summary: (ReadRun['summary'] & { readonly agent: string | null }) | null
}

async function judgedRun(trace: string, isDone: (run: NamedRun) => boolean): Promise<NamedRun> {
  return until(
    async () => {
      const run = (await readRun(pair[1]?.controlUrl ?? '', `trace:${trace}`)) as NamedRun | null
      return run !== null && isDone(run) && run
    },
    { what: `the run of trace ${trace} is judged` },
  )
}

async function send(turn: number, trace: string, spans: readonly object[]): Promise<void> {
  const response = await fetch(`${pair[turn % 2]?.otlpUrl}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ scope: { name: 'test' }, spans }] }] }),
  })
  expect(response.status, `${trace}: ${await response.text()}`).toBe(200)
}

/** The `n`-th span of a run: a model call, a tool call that finds something new, or the run as a whole. */
function span(traceId: string, n: number, operation: string, named: string): object {
  const startMs = 1_796_000_000_000 + (operation === 'invoke_agent' ? 0 : n * 100)
  const tool = operation === 'execute_tool'
  const attributes = {
    'gen_ai.operation.name': operation,
    ...(operation === named ? { 'gen_ai.agent.name': agent } : {}),
    ...(tool
      ? {
          'gen_ai.tool.name': 'read',
          'gen_ai.tool.call.arguments': JSON.stringify({ page: n }),
          'gen_ai.tool.call.result': `Page ${n}: ${randomBytes(20).toString('hex')}`,
        }
      : {}),
  }
  return {
    traceId,
    spanId: (n + 1).toString(16).padStart(16, '0'),
    name: operation,
    kind: 1,
    startTimeUnixNano: `${startMs}000000`,
    endTimeUnixNano: `${startMs + 50}000000`,
    attributes: Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } })),
    status: {},
  }
}

function newTrace(): string {
  return randomBytes(16).toString('hex')
}
