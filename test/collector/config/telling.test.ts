import { describe, expect, it } from 'vitest'
import { loadConfiguration } from '../../../collector/config/load.ts'
import { ConfigError, formatProblem } from '../../../collector/config/problems.ts'
import { parseWebhooks } from '../../../collector/config/webhook-option.ts'

const load = (env: Readonly<Record<string, string>>) => loadConfiguration({ argv: [], env }).settings

function complaints(env: Readonly<Record<string, string>>): string {
  try {
    load(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(formatProblem).join('\n')
    throw error
  }
  throw new Error('nothing was wrong with it')
}

describe('webhooks as settings', () => {
  it('are URLs in one variable, with a common secret', () => {
    const { webhooks } = load({
      LOOP_OBSERVER_WEBHOOKS:
        'https://ops.example.com/loops, slack+https://hooks.slack.com/services/T0/B0/XX',
      LOOP_OBSERVER_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    })
    expect(webhooks).toMatchObject([
      { name: 'ops.example.com', format: 'json', secret: 'whsec_0123456789abcdef', recorded: false },
      { name: 'hooks.slack.com', format: 'slack', url: 'https://hooks.slack.com/services/T0/B0/XX' },
    ])
    expect(webhooks[0]?.events).toContain('lost')
  })

  it('are refused with their place, and without what may be secret', () => {
    const wrong = [
      ['ftp://user:hush@example.com/x'],
      [{ url: 'https://example.com/x', secret: 'hush' }],
      [{ url: 'https://example.com/hush', events: ['halt'] }],
      [{ url: 'https://example.com/hush', hook: true }],
      [{ url: 'https://example.com/hush' }, { url: 'https://example.com/hush2' }],
      'hush',
      [],
    ]
    for (const written of wrong) {
      const read = parseWebhooks(written)
      expect(read.ok, JSON.stringify(written)).toBe(false)
      expect(read.ok ? '' : read.message).not.toContain('hush')
    }
    expect(parseWebhooks(wrong[4])).toMatchObject({ message: expect.stringContaining('entry 2') as string })
  })
})

describe('the export as a setting', () => {
  it('is off, and of decision spans alone when an endpoint is named', () => {
    expect(load({}).exporting).toBeNull()
    expect(load({ LOOP_OBSERVER_EXPORT_ENDPOINT: 'http://backend:4318' }).exporting).toMatchObject({
      traces: true,
      metrics: false,
      metricsEveryMs: 60_000,
    })
  })

  it('takes headers as OpenTelemetry writes them', () => {
    const { exporting } = load({
      LOOP_OBSERVER_EXPORT_ENDPOINT: 'http://backend:4318',
      LOOP_OBSERVER_EXPORT_HEADERS: 'api-key=a%20b, x-tenant = t=1,broken',
      LOOP_OBSERVER_EXPORT_SIGNALS: 'both',
    })
    expect(exporting).toMatchObject({ headers: { 'api-key': 'a b', 'x-tenant': 't=1' }, metrics: true })
  })

  it('is not sent to the observer itself', () => {
    const own = { LOOP_OBSERVER_EXPORT_ENDPOINT: 'http://localhost:4318' }
    expect(complaints(own)).toContain('is where this observer receives spans itself')
    expect(load({ ...own, LOOP_OBSERVER_OTLP_HTTP_PORT: '14318' }).exporting).not.toBeNull()
    expect(load({ LOOP_OBSERVER_EXPORT_ENDPOINT: 'http://collector:4318' }).exporting).not.toBeNull()
  })
})
