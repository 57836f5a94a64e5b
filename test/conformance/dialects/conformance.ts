import { describe, expect, test } from 'vitest'
import { spanReader } from '../../../collector/dialects/read.ts'
import type { Reading, ToolReading } from '../../../collector/dialects/reading.ts'
import type { AttributeValue } from '../../../collector/receiver/span-view.ts'
import type { DialectExamples, Example, ToolExample } from './example.ts'
import { plainSpan, type PlainSpan } from './plain-span.ts'

/** Runs a dialect's table through the checks that every dialect passes. */
export function describeDialect({ dialect, examples }: DialectExamples): void {
  describe(dialect, () => {
    for (const example of examples) {
      test(`reads ${example.title}`, () => expectReadings(dialect, example))
      test(`survives damage to ${example.title}`, () => expectNoFault(example.span))
      if (example.kind === 'tool') describeTool(example)
    }
  })
}

function expectReadings(dialect: string, example: Example): void {
  const readings = read(example.span)
  switch (example.kind) {
    case 'tool':
      expect(readings).toMatchObject([{ kind: 'tool', dialect, ...example.reads }])
      return
    case 'model': {
      const model = readings.filter((reading) => reading.kind === 'model')
      expect(model).toMatchObject([{ dialect, ...example.reads }])
      const answers = readings.filter((reading) => reading.kind === 'amendment')
      expect(answers).toMatchObject(example.answers ?? [])
      return
    }
    case 'silent':
      // The name of an agent is no step.
      expect(readings.filter(({ kind }) => kind !== 'naming')).toEqual([])
      return
    case 'other':
      expect(readings).toMatchObject(example.reads)
      expect(readings).toHaveLength(example.reads.length)
  }
}

function describeTool(example: ToolExample): void {
  const { span, title } = example
  const { argumentsKey, resultKey, callIdKey } = example
  test(`fails by status: ${title}`, () => {
    const reading = readTool({
      ...span,
      statusCode: 2,
      statusMessage: 'upstream 503\n    at fetch (a.js:1:1)',
    })
    expect(reading).toMatchObject({ failed: true, errorText: 'upstream 503' })
  })
  test(`fails by exception event under status OK: ${title}`, () => {
    const exception = { 'exception.type': 'Error', 'exception.message': 'upstream 503' }
    const events = [...(span.events ?? []), { name: 'exception', attributes: exception }]
    expect(readTool({ ...span, statusCode: 1, events })).toMatchObject({
      failed: true,
      errorText: 'upstream 503',
    })
  })
  test(`fails by error.type: ${title}`, () => {
    const reading = readTool(withAttribute(span, 'error.type', 'TimeoutError'))
    expect(reading.failed).toBe(true)
    expect(reading.errorText).not.toBeNull()
  })
  if (argumentsKey !== null) {
    test(`hidden arguments are missing: ${title}`, () => {
      expect(readTool(withAttribute(span, argumentsKey, '__REDACTED__')).args).toBeUndefined()
    })
    test(`arguments may be a structured value: ${title}`, () => {
      expect(readTool(withAttribute(span, argumentsKey, { q: 'x' })).args).toEqual({ q: 'x' })
    })
  }
  if (resultKey !== null) {
    test(`a hidden result is missing: ${title}`, () => {
      expect(readTool(withAttribute(span, resultKey, '<REDACTED>')).observation).toBeUndefined()
    })
    test(`an empty result is known: ${title}`, () => {
      expect(readTool(withAttribute(span, resultKey, '')).observation).toBe('')
      if (example.reads.failed !== true)
        expect(readTool(withAttribute(span, resultKey, null)).observation).toBeNull()
    })
  }
  if (callIdKey !== null) {
    test(`a placeholder is no call id: ${title}`, () => {
      const { tool } = readTool(span)
      for (const id of ['unknown', '<not specified>', '', tool]) {
        expect(readTool(withAttribute(span, callIdKey, id)).callId).toBeNull()
      }
    })
  }
}

/** Every attribute in turn becomes each kind of wrong value; nothing may throw. */
function expectNoFault(span: PlainSpan): void {
  const wrong: readonly AttributeValue[] = [
    null,
    7,
    true,
    '',
    '[{',
    [null],
    [[1]],
    { a: { b: null } },
    '\ud800',
  ]
  for (const key of Object.keys(span.attributes ?? {})) {
    for (const value of wrong) read(withAttribute(span, key, value))
  }
  for (const [index, event] of (span.events ?? []).entries()) {
    for (const key of Object.keys(event.attributes)) {
      for (const value of wrong) {
        const damaged = { ...event, attributes: { ...event.attributes, [key]: value } }
        read({ ...span, events: (span.events ?? []).with(index, damaged) })
      }
    }
  }
}

function withAttribute(span: PlainSpan, key: string, value: AttributeValue): PlainSpan {
  return { ...span, attributes: { ...span.attributes, [key]: value } }
}

function readTool(span: PlainSpan): ToolReading {
  const [reading] = read(span)
  if (reading?.kind !== 'tool') throw new Error('expected a tool reading')
  return reading
}

/** Within a trace: the end of its root is told of the run besides. */
function read(span: PlainSpan): readonly Reading[] {
  return spanReader({
    onFault: (error) => {
      throw error
    },
  })(plainSpan({ parentSpanId: 'a'.repeat(16), ...span }))
}
