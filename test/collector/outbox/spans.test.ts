import { resourceFromAttributes } from '@opentelemetry/resources'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '../../../collector/metrics/metrics.ts'
import { createAncestors, notingReader } from '../../../collector/outbox/spans/ancestors.ts'
import { decisionSpans, spanIdOf } from '../../../collector/outbox/spans/decision-span.ts'
import { decisionScope } from '../../../collector/outbox/spans/scope.ts'
import { spanSink } from '../../../collector/outbox/spans/span-sink.ts'
import { createSinkQueue } from '../../../collector/outbox/sink-queue.ts'
import { createLogger } from '../../../collector/start/logger.ts'
import { summary } from '../../conformance/stores/builders.ts'
import { until } from '../../support/deadline.ts'
import { plainSpan } from '../../conformance/dialects/plain-span.ts'
import { spanReader } from '../../../collector/dialects/read.ts'
import { about, decided, key, traceId } from './items.ts'
import { startReceiver } from './receiver.ts'

const make = decisionSpans(resourceFromAttributes({ 'service.name': 'loop-observer' }), '0.0.0')
const facts = {
  key,
  summary: summary(key),
  evidence: [],
  parent: null,
  traceId,
  page: 'http://x/#/runs/run-1',
}

describe('the span of a decision', () => {
  it('has an id that run and number give, so that a second export is the same span', () => {
    const { decision } = decided(2)
    const [first, again] = [make({ ...facts, decision }), make({ ...facts, decision })]
    expect(first.spanContext()).toEqual(again.spanContext())
    expect(first.spanContext()).toMatchObject({ traceId, spanId: spanIdOf(key, 2) })
    expect(make({ ...facts, decision: decided(3).decision }).spanContext().spanId).not.toBe(spanIdOf(key, 2))
  })

  it('has a trace of its own, one a run, when the run has none', () => {
    const loose = { ...facts, traceId: null }
    const ids = [1, 2].map((seq) => make({ ...loose, decision: decided(seq).decision }).spanContext().traceId)
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(ids[1]).toBe(ids[0])
  })

  it('says what was decided, and the event of the GenAI conventions beside it', () => {
    const { decision } = decided(1, { action: 'halt' })
    const span = make({ ...facts, decision })
    expect(span.name).toBe('halt repetition')
    expect(make({ ...facts, decision: { ...decision, enforced: false } }).name).toBe(
      'halt repetition (recorded)',
    )
    expect(span.attributes).toMatchObject({
      'loop.run.id': 'run-1',
      'loop.decision.seq': 1,
      'loop.decision.enforced': true,
      'loop.decision.tried': ['search'],
      'loop.run.cost_usd': 0.002,
      'gen_ai.agent.name': 'billing',
      'loop.page': facts.page,
    })
    expect(span.events).toEqual([
      expect.objectContaining({
        name: 'gen_ai.evaluation.result',
        attributes: {
          'gen_ai.evaluation.name': 'loop_observer.repetition',
          'gen_ai.evaluation.score.label': 'halt',
          'gen_ai.evaluation.explanation': decision.explanation,
        },
      }),
    ])
  })

  it('is no step, whatever else it carries', () => {
    let returned = 0
    const read = notingReader(spanReader(), createAncestors(), {
      scopeName: decisionScope,
      returned: () => (returned += 1),
    })
    const { attributes } = make({ ...facts, decision: decided(1).decision })
    const span = plainSpan({
      name: 'halt repetition',
      scopeName: decisionScope,
      attributes: attributes as never,
    })
    expect(read(span)).toEqual([])
    expect(returned).toBe(1)
  })
})

describe('the span around a run', () => {
  const at = (spanId: string) => ({ traceId, spanId })
  const note = (
    known: ReturnType<typeof createAncestors>,
    spanId: string,
    parent: string | null,
    agent = false,
  ) => known.note({ traceId, spanId, parentSpanId: parent }, agent)

  it('is the outermost agent’s that is known, not the server’s around it', () => {
    const known = createAncestors()
    note(known, 'tool', 'node')
    note(known, 'node', 'sub')
    note(known, 'sub', 'agent', true)
    note(known, 'agent', 'server', true)
    note(known, 'server', null)
    expect(known.runSpanOf(at('tool'))).toEqual(at('agent'))
  })

  it('is the parent that has not ended yet, as far as ids are known', () => {
    const known = createAncestors()
    note(known, 'tool', 'agent')
    expect(known.runSpanOf(at('tool'))).toEqual(at('agent'))
    expect(known.runSpanOf(at('unheard'))).toBeNull()
  })

  it('is found though spans name each other as parents', () => {
    const known = createAncestors()
    note(known, 'a', 'b')
    note(known, 'b', 'a')
    expect(known.runSpanOf(at('a'))).not.toBeUndefined()
  })
})

describe('the export of decision spans', () => {
  it('is tried again while the backend is away, and takes its headers along', async () => {
    const receiver = await startReceiver((index) => ({ status: index === 0 ? 500 : 200 }))
    const settled: string[] = []
    const sink = spanSink({
      endpoint: receiver.url,
      headers: { 'x-key': 'k' },
      about,
      ancestors: createAncestors(),
      pageOf: (run) => run,
      version: '0.0.0',
    })
    const queue = createSinkQueue({
      sink,
      metrics: createMetrics({ process: false }),
      log: createLogger('silent', false),
      settled: ({ id }) => void settled.push(id),
      random: () => 0.5,
      firstBackoffMs: 5,
    })
    queue.push(decided(1))
    await until(() => settled.length === 1, { what: 'the span is taken' })
    expect(receiver.got.map(({ path }) => path)).toEqual(['/hook/v1/traces', '/hook/v1/traces'])
    expect(receiver.got[1]?.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'application/x-protobuf' })
    await sink.close?.()
    await receiver.stop()
  })
})
