import { describe, expect, test } from 'vitest'
import { spanReader } from '../../../collector/dialects/read.ts'
import { plainSpan } from '../../conformance/dialects/plain-span.ts'

describe('a span that no test knows', () => {
  test('is told by its scope, with the vocabulary it is likely of', () => {
    const unknown: [string, string | null][] = []
    const read = spanReader({ onUnknown: (scope, vocabulary) => void unknown.push([scope, vocabulary]) })
    const http = plainSpan({ scopeName: 'http', attributes: { 'http.request.method': 'GET' } })
    const chain = plainSpan({
      scopeName: 'app',
      attributes: { 'openinference.version': '1', 'gen_ai.system': 'x' },
    })
    const claude = plainSpan({ scopeName: 'com.anthropic.claude_code.next' })
    const inside = { parentSpanId: 'a'.repeat(16) }
    expect([http, chain, claude].map((span) => read({ ...span, ...inside }))).toEqual([[], [], []])
    expect(unknown).toEqual([
      ['http', null],
      ['app', 'openinference'],
      ['com.anthropic.claude_code.next', 'claude-code'],
    ])
  })

  test('costs no look at its keys once its scope has shown nothing', () => {
    let looks = 0
    const span = plainSpan({ scopeName: 'http' })
    const counted = {
      ...span,
      attributes: { get: () => undefined, keys: () => (looks++, []), under: () => [] },
    }
    const read = spanReader({ onUnknown: () => undefined })
    for (let index = 0; index < 1000; index++) read(counted)
    expect(looks).toBeLessThan(20)
  })

  test('may still tell of the limit of a framework', () => {
    const exception = { 'exception.type': 'GraphRecursionError' }
    const span = plainSpan({ statusCode: 2, events: [{ name: 'exception', attributes: exception }] })
    expect(spanReader()({ ...span, parentSpanId: 'a'.repeat(16) })).toMatchObject([
      { kind: 'agent_limit', limit: 'GraphRecursionError' },
    ])
  })
})

test('a span that cannot be read is left out and told', () => {
  const faults: unknown[] = []
  const broken = {
    ...plainSpan({}),
    attributes: {
      get: () => {
        throw new Error('damaged')
      },
      keys: () => [],
      under: () => [],
    },
  }
  expect(spanReader({ onFault: (error) => void faults.push(error) })(broken)).toEqual([])
  expect(faults).toHaveLength(1)
})

test('long content is not read for spans that have no use for it', () => {
  const asked = new Set<string>()
  const span = plainSpan({ attributes: { 'gen_ai.operation.name': 'invoke_agent' } })
  const watched = {
    ...span,
    attributes: {
      get: (key: string) => {
        asked.add(key)
        return span.attributes.get(key)
      },
      keys: () => [],
      under: () => [],
    },
  }
  spanReader()(watched)
  expect([...asked].filter((key) => key.includes('messages') || key.includes('result'))).toEqual([])
})

describe('a failed call of which several things are said', () => {
  const said = '401 Unauthorized: the key was not accepted'
  const failing = (
    more: Parameters<typeof plainSpan>[0],
    attributes: Readonly<Record<string, string>> = {},
  ): readonly unknown[] =>
    spanReader()(
      plainSpan({
        statusCode: 2,
        ...more,
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search', ...attributes },
      }),
    )

  test.each([
    ['error.message', failing({}, { 'error.message': 'request failed', 'gen_ai.tool.call.result': said })],
    ['the status', failing({ statusMessage: 'Tool error' }, { 'gen_ai.tool.call.result': said })],
    ['the status, beside error.message', failing({ statusMessage: 'Tool error' }, { 'error.message': said })],
    [
      'an exception',
      failing(
        { events: [{ name: 'exception', attributes: { 'exception.message': 'request failed' } }] },
        { 'gen_ai.tool.call.result': JSON.stringify({ error: said }) },
      ),
    ],
  ])('is told by what says most: %s is a general word', (_, readings) => {
    expect(readings).toMatchObject([{ failed: true, errorText: expect.stringContaining(said) }])
  })

  test('a status as its type stands beside general words', () => {
    expect(failing({ statusMessage: 'request failed' }, { 'error.type': '401' })).toMatchObject([
      { errorText: '401: request failed' },
    ])
  })
})
