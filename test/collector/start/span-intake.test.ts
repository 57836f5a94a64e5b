import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { createBinder } from '../../../collector/binding/create-binder.ts'
import { createSteplessSpans } from '../../../collector/control/stepless-spans.ts'
import type { BoundSteps } from '../../../collector/judging/judging.ts'
import { spanReader } from '../../../collector/dialects/read.ts'
import { countedReader, spanIntake } from '../../../collector/start/span-intake.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import { plainSpan } from '../../conformance/dialects/plain-span.ts'

describe('a reader that counts', () => {
  it('counts what spans say, what nobody understands, what comes from a sampler, and runs that nobody observed', async () => {
    const metrics = createMetrics({ process: false })
    const read = countedReader(metrics, pino({ level: 'silent' }))
    const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' }
    read(plainSpan({ attributes: tool }))
    read(plainSpan({ attributes: { ...tool, 'loop.unobserved': true }, traceState: 'ot=th:c' }))
    read(plainSpan({ attributes: { ...tool, 'sampling.probability': 0.1 } }))
    read(plainSpan({ name: 'GET /', attributes: { 'http.request.method': 'GET' } }))
    const { text } = await metrics.render()
    expect(text).toContain('loop_observer_readings_total{dialect="otel-genai",kind="tool"} 3')
    expect(text).toContain('loop_observer_spans_unread_total{vocabulary="none"} 1')
    expect(text).toContain('loop_observer_sampled_spans_total 2')
    expect(text).toContain('loop_observer_unobserved_runs_total 1')
  })

  it('tells once of spans of an agent that nobody understands, and in which scope', () => {
    const lines: string[] = []
    const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
    const read = countedReader(createMetrics({ process: false }), log)
    const span = plainSpan({ scopeName: 'app', attributes: { 'mastra.next': 'x' } })
    for (let round = 0; round < 3; round++) read(span)
    read(plainSpan({ scopeName: 'http', attributes: { 'http.request.method': 'GET' } }))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ vocabulary: 'mastra', scopeName: 'app' })
  })
})

describe('the intake of spans', () => {
  it('notes which spans became no step, also when they were read', async () => {
    const store = await openStore({ url: 'sqlite::memory:' })
    const binder = createBinder({ store, policies: { current: { digest: 'test' } } })
    const stepless = createSteplessSpans()
    const told: (string | null)[] = []
    const judge = {
      accept: async (bound: readonly BoundSteps[]) => {
        told.push(...bound.flatMap(({ records }) => records.map(({ step }) => step.spanId)))
      },
    }
    const intake = spanIntake({ read: spanReader(), binder, judge, stepless })
    const message = { content: 'no hits', name: 'search', tool_call_id: 'call_1', type: 'tool' }
    const tool = plainSpan({
      spanId: '00000000000000a1',
      attributes: {
        'traceloop.span.kind': 'tool',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'search',
        'gen_ai.tool.call.result': JSON.stringify({ output: message }),
      },
    })
    // LangGraph's node of tools, which repeats what the tool's own span told.
    const lc = { lc: 1, id: ['ToolMessage'], kwargs: message }
    const node = plainSpan({
      spanId: '00000000000000a2',
      attributes: {
        'traceloop.span.kind': 'task',
        'traceloop.entity.output': JSON.stringify({ messages: [lc] }),
      },
    })
    const other = plainSpan({ spanId: '00000000000000a3', name: 'GET /' })
    for (const span of [tool, node, other])
      await intake.accept([span], { tenant: 'default', receivedAtMs: span.endMs })
    expect(told).toContain('00000000000000a1')
    expect(['a1', 'a2', 'a3'].map((id) => stepless.has('default', `00000000000000${id}`))).toEqual([
      false,
      true,
      true,
    ])
    await store.close()
  })
})
