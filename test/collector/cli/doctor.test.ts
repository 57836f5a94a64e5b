import { describe, expect, it } from 'vitest'
import type { Diagnosis } from '../../../collector/cli/doctor/diagnosis.ts'
import { examine } from '../../../collector/cli/doctor/examine.ts'
import { samplesOf, sumOf, sumsBy } from '../../../collector/cli/doctor/samples.ts'
import { createMetrics, type Metrics } from '../../../collector/metrics/metrics.ts'

/** What doctor says of an observer whose metrics have gone through `happen`: the page is the real one. */
async function after(
  happen: (metrics: Metrics) => void,
  hasRecentRuns = false,
): Promise<readonly Diagnosis[]> {
  const metrics = createMetrics()
  happen(metrics)
  const otlpUrl = 'http://observer.test:14318'
  return examine(samplesOf((await metrics.render()).text), { otlpUrl, hasRecentRuns })
}

function wellAttached(metrics: Metrics): void {
  metrics.count(
    'export_requests_total',
    { signal: 'traces', transport: 'http', encoding: 'protobuf', result: 'accepted' },
    3,
  )
  metrics.count('spans_received_total', {}, 40)
  metrics.count('steps_total', { kind: 'tool' }, 30)
  metrics.count('readings_total', { dialect: 'otel-genai', kind: 'tool' }, 30)
  metrics.count('calls_total', { dialect: 'otel-genai', captured: 'both' }, 30)
  metrics.count('spans_unread_total', { vocabulary: 'none' }, 10)
}

const problems = (all: readonly Diagnosis[]): readonly Diagnosis[] =>
  all.filter(({ level }) => level !== 'ok')

describe('doctor', () => {
  it('is content with an agent whose calls and results arrive', async () => {
    const all = await after(wellAttached)
    expect(problems(all)).toEqual([])
    expect(all.map(({ about }) => about)).toEqual([
      '40 spans received',
      'understood: 30 readings of otel-genai',
      'otel-genai: results of all 30 tool calls captured',
    ])
  })

  it('tells of receivers of decisions that refuse, not of one that took them in the end', async () => {
    const all = await after((metrics) => {
      wellAttached(metrics)
      metrics.count('outbox_failures_total', { sink: 'webhook:ops' }, 12)
      metrics.count('outbox_dead_total', { sink: 'webhook:ops' })
      metrics.count('outbox_failures_total', { sink: 'spans' }, 2)
      metrics.count('outbox_failures_total', { sink: 'stream' })
      metrics.count('outbox_delivered_total', { sink: 'stream' })
    })
    expect(problems(all).map(({ level, about }) => [level, about])).toEqual([
      ['problem', 'webhook:ops refused 12 times, 1 message was given up'],
      ['warning', 'spans refused 2 times, 0 messages were given up'],
    ])
  })

  it('is content with an agent that reports through the SDK alone', async () => {
    const all = await after((metrics) => {
      metrics.count('steps_total', { kind: 'tool' }, 5)
      metrics.count('readings_total', { dialect: 'loop', kind: 'tool' }, 5)
      metrics.count('calls_total', { dialect: 'loop', captured: 'both' }, 5)
    })
    expect(problems(all)).toEqual([])
    expect(all[0]?.about).toBe('5 steps reported by SDK, hooks or guard; no spans received')
  })

  it('tells of requests that were refused before anything of them was read', async () => {
    const all = await after((metrics) => {
      metrics.count('refused_requests_total', { door: 'otlp_http', cause: 'unauthenticated' }, 3)
      metrics.count('refused_requests_total', { door: 'control', cause: 'unauthenticated' })
      metrics.count('refused_requests_total', { door: 'otlp_http', cause: 'not_found' })
      metrics.count('refused_requests_total', { door: 'control', cause: 'unavailable' })
    })
    expect(all).toMatchObject([
      { level: 'problem', about: '4 requests were refused: no token, or a wrong one' },
      {
        level: 'warning',
        about: '1 request was refused: a path that is not served',
        advice: expect.stringContaining('http://observer.test:14318'),
      },
    ])
  })

  it('says where spans go when none came; beside another observer that is only worth a warning', async () => {
    const [alone] = await after(() => undefined)
    expect(alone).toMatchObject({ level: 'problem' })
    expect(alone?.advice).toContain('OTEL_EXPORTER_OTLP_ENDPOINT=http://observer.test:14318')
    const [second] = await after(() => undefined, true)
    expect(second).toMatchObject({
      level: 'warning',
      about: expect.stringContaining('runs of the last hour'),
    })
  })

  it('is told of agents by their log records as by spans', async () => {
    const all = await after((metrics) => {
      wellAttached(metrics)
      metrics.count('logs_received_total', {}, 9)
      metrics.count('log_readings_total', { dialect: 'codex-logs', kind: 'tool' }, 4)
      metrics.count('calls_total', { dialect: 'codex-logs', captured: 'both' }, 4)
    })
    expect(problems(all)).toEqual([])
    expect(all.map(({ about }) => about).slice(0, 2)).toEqual([
      '40 spans and 9 log records received',
      'understood: 30 readings of otel-genai, 4 readings of codex-logs',
    ])
  })

  it('says what is missing in log records', async () => {
    const all = await after((metrics) => {
      metrics.count('logs_received_total', {}, 12)
      metrics.count('logs_unread_total', { reason: 'no_run' }, 2)
      metrics.count('logs_rejected_total', {}, 1)
      metrics.count('steps_total', { kind: 'tool' }, 5)
      metrics.count('log_readings_total', { dialect: 'claude-code-logs', kind: 'tool' }, 5)
      metrics.count('calls_total', { dialect: 'claude-code-logs', captured: 'args' }, 5)
    })
    expect(all[0]?.about).toBe('12 log records received')
    expect(problems(all).map(({ about }) => about)).toEqual([
      'sent and not accepted, 1 log record rejected',
      '2 log records of agents name neither a trace nor a conversation',
      'claude-code-logs: the result of 5 of 5 tool calls was not captured',
    ])
    expect(problems(all).at(-1)?.advice).toContain('HTTP hooks')
  })

  it('says what to set when nothing was received', async () => {
    const [only, ...others] = await after(() => {})
    expect(others).toEqual([])
    expect(only).toMatchObject({
      level: 'problem',
      about: 'no span was received since the observer started',
      advice: expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT'),
    })
  })

  it('tells refused requests from silence', async () => {
    const [only] = await after((metrics) =>
      metrics.count(
        'export_requests_total',
        { signal: 'traces', transport: 'http', encoding: 'none', result: 'unauthenticated' },
        7,
      ),
    )
    expect(only).toMatchObject({
      level: 'problem',
      about: 'sent and not accepted, 7 requests: unauthenticated',
    })
  })

  it('counts rejected spans beside those that came through', async () => {
    const all = await after((metrics) => {
      wellAttached(metrics)
      metrics.count('spans_rejected_total', {}, 2)
    })
    expect(problems(all).map(({ about }) => about)).toEqual(['sent and not accepted, 2 spans rejected'])
  })

  it('says how to capture results that are not captured', async () => {
    const all = await after((metrics) => {
      metrics.count('spans_received_total', {}, 9)
      metrics.count('readings_total', { dialect: 'vercel-ai', kind: 'tool' }, 9)
      metrics.count('calls_total', { dialect: 'vercel-ai', captured: 'args' }, 9)
    })
    expect(problems(all)).toEqual([
      {
        level: 'problem',
        about: 'vercel-ai: the result of 9 of 9 tool calls was not captured',
        advice: expect.stringContaining('recordOutputs'),
      },
    ])
  })

  it('only warns when some results are missing', async () => {
    const all = await after((metrics) => {
      wellAttached(metrics)
      metrics.count('calls_total', { dialect: 'otel-genai', captured: 'nothing' }, 1)
    })
    expect(problems(all)).toMatchObject([{ level: 'warning', about: expect.stringContaining('1 of 31') }])
  })

  it('names vocabularies that are not understood', async () => {
    const all = await after((metrics) => {
      wellAttached(metrics)
      metrics.count('spans_unread_total', { vocabulary: 'openinference' }, 12)
    })
    expect(problems(all)).toMatchObject([
      { level: 'warning', about: expect.stringContaining('not understood: openinference') },
    ])
  })

  it('says when the spans are not those of an agent', async () => {
    const all = await after((metrics) => {
      metrics.count('spans_received_total', {}, 100)
      metrics.count('spans_unread_total', { vocabulary: 'none' }, 100)
    })
    expect(problems(all)).toMatchObject([
      { level: 'problem', about: 'no span says anything about an agent (100 spans of other things)' },
    ])
  })

  it('sees a sampler in front', async () => {
    const all = await after((metrics) => {
      wellAttached(metrics)
      metrics.count('sampled_spans_total', {}, 4)
    })
    expect(problems(all)).toMatchObject([
      { level: 'problem', about: '4 spans received from a sampler that drops others' },
    ])
  })

  it.each([45, -45])('sees a clock that is %i seconds off', async (seconds) => {
    const all = await after((metrics) => {
      wellAttached(metrics)
      metrics.set('clock_skew_seconds', {}, seconds)
    })
    expect(problems(all)).toMatchObject([
      { level: 'warning', about: expect.stringContaining(`${seconds} s`) },
    ])
  })
})

describe('samples of a Prometheus page', () => {
  const page = [
    '# HELP a_total Things.',
    '# TYPE a_total counter',
    'a_total{kind="x",note="say \\"hi\\""} 3',
    'a_total{kind="y",note=""} 4.5 1796052235301',
    'b_seconds 1e-3',
    'half a line',
    '',
  ].join('\n')

  it('have names, labels and values', () => {
    expect(samplesOf(page)).toEqual([
      { name: 'a_total', labels: { kind: 'x', note: 'say "hi"' }, value: 3 },
      { name: 'a_total', labels: { kind: 'y', note: '' }, value: 4.5 },
      { name: 'b_seconds', labels: {}, value: 0.001 },
    ])
  })

  it('are summed over all or by a label, largest first', () => {
    const samples = samplesOf(page)
    expect(sumOf(samples, 'a_total')).toBe(7.5)
    expect(sumOf(samples, 'a_total', { kind: 'x' })).toBe(3)
    expect(sumsBy(samples, 'a_total', 'kind')).toEqual([
      ['y', 4.5],
      ['x', 3],
    ])
  })
})
