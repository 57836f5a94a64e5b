import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { countedReader } from '../../../collector/start/span-intake.ts'
import { plainSpan } from '../../conformance/dialects/plain-span.ts'

describe('a reader that counts', () => {
  it('counts what spans say, what nobody understands, and what comes from a sampler', async () => {
    const metrics = createMetrics({ process: false })
    const read = countedReader(metrics, pino({ level: 'silent' }))
    const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' }
    read(plainSpan({ attributes: tool }))
    read(plainSpan({ attributes: tool, traceState: 'ot=th:c' }))
    read(plainSpan({ attributes: { ...tool, 'sampling.probability': 0.1 } }))
    read(plainSpan({ name: 'GET /', attributes: { 'http.request.method': 'GET' } }))
    const { text } = await metrics.render()
    expect(text).toContain('loop_observer_readings_total{dialect="otel-genai",kind="tool"} 3')
    expect(text).toContain('loop_observer_spans_unread_total{vocabulary="none"} 1')
    expect(text).toContain('loop_observer_sampled_spans_total 2')
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
