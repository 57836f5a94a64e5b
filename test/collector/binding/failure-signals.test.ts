import { createMemory, judge } from '@loop-observer/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainSpan } from '../../conformance/dialects/plain-span.ts'
import { policyOf } from '../../support/steps.ts'
import { spanBinding, toolSteps, type SpanBinding } from './bind-spans.ts'

describe('four tools that are refused for one reason', () => {
  let binding: SpanBinding
  beforeAll(async () => {
    binding = await spanBinding()
  })
  afterAll(() => binding.close())

  const said = '401 Unauthorized: the API key is not accepted'
  test.each([
    ['error.message "auth"', {}, { 'error.message': 'auth', 'gen_ai.tool.call.result': said }],
    [
      'error.message "request failed"',
      {},
      { 'error.message': 'request failed', 'gen_ai.tool.call.result': said },
    ],
    ['the status "Tool error"', { statusMessage: 'Tool error' }, { 'gen_ai.tool.call.result': said }],
    ['a type and nothing else', {}, { 'error.type': '401' }],
    ['the result alone', {}, { 'gen_ai.tool.call.result': said }],
  ])(
    'are a dependency that is down, not exhaustion, where the span says it by %s',
    async (title, span, attributes) => {
      const traceId = Buffer.from(title.padEnd(16, '.')).subarray(-16).toString('hex')
      const tools = ['search_mail', 'list_files', 'read_calendar', 'find_contact', 'search_mail']
      const spans = tools.map((tool, index) =>
        plainSpan({
          traceId,
          spanId: `b7ad6b716920330${index}`,
          statusCode: 2,
          startMs: 1_796_000_000_000 + index * 1000,
          endMs: 1_796_000_000_500 + index * 1000,
          ...span,
          attributes: {
            'gen_ai.operation.name': 'execute_tool',
            'gen_ai.tool.name': tool,
            'gen_ai.tool.call.arguments': JSON.stringify({ q: index }),
            ...attributes,
          },
        }),
      )
      const steps = toolSteps(await binding.bind(spans, { nowMs: 1_796_000_005_000 }))
      expect(steps.map(({ error }) => error?.class)).toEqual(tools.map(() => 'auth'))
      expect(new Set(steps.map(({ error }) => error?.signature)).size).toBe(1)
      const policy = { ...policyOf('balanced'), holdMs: 0 }
      const { decisions } = judge(createMemory('run', 'telemetry', policy.version), steps, policy)
      expect(decisions.map(({ reason }) => reason)).toContain('dependency_down')
      expect(decisions.map(({ reason }) => reason)).not.toContain('exhaustion')
    },
  )
})
