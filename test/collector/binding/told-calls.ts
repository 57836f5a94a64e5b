import fc from 'fast-check'
import type { PlainSpan } from '../../conformance/dialects/plain-span.ts'

const beganMs = 1_796_000_000_000

/** What may tell a call, the outermost first. */
export const layers = ['framework', 'openinference', 'traceloop', 'client', 'server'] as const
type Layer = (typeof layers)[number]

interface Call {
  readonly tool: string
  readonly query: string
  readonly answer: string
  /** Milliseconds after the call before began. */
  readonly after: number
}

/** Calls of a run, and what tells them. */
export interface Story {
  readonly layers: readonly Layer[]
  /** Whether a layer knows the one around it as its parent. */
  readonly linked: readonly boolean[]
  readonly ids: 'provider' | 'ordinal' | 'none'
  readonly calls: readonly Call[]
}

/** Any of them: alike or not, side by side or one after the other. */
export const story: fc.Arbitrary<Story> = fc.record({
  layers: fc.subarray([...layers], { minLength: 1 }),
  linked: fc.array(fc.boolean(), { minLength: layers.length, maxLength: layers.length }),
  ids: fc.constantFrom('provider', 'ordinal', 'none'),
  calls: fc.array(
    fc.record({
      tool: fc.constantFrom('search', 'search', 'read'),
      query: fc.constantFrom('x', 'x', 'y'),
      answer: fc.constantFrom('no hits', 'no hits', 'one hit'),
      after: fc.constantFrom(0, 1, 3, 300),
    }),
    { minLength: 1, maxLength: 12 },
  ),
})

/** Every span of the story, call by call, the outermost first. */
export function spansOf({ layers: told, linked, ids, calls }: Story): readonly PlainSpan[] {
  let at = beganMs
  return calls.flatMap((call, number) => {
    at += call.after
    return told.map((layer, depth) => {
      const isChild = depth > 0 && linked[depth] === true
      return {
        name: `${layer} ${call.tool}`,
        spanId: spanId(number, depth),
        parentSpanId: isChild ? spanId(number, depth - 1) : 'aaaaaaaaaaaaaaaa',
        startMs: at + depth * 2,
        endMs: at + 120 + number - depth * 2,
        ...recordOf(layer, call, idOf(ids, number)),
      }
    })
  })
}

function spanId(call: number, depth: number): string {
  return `${String(call).padStart(2, '0')}${depth}`.padStart(16, '1')
}

function idOf(ids: Story['ids'], number: number): string | null {
  if (ids === 'none') return null
  return ids === 'ordinal' ? `call_${number}` : `call_q7Zr2Wm9${String(number).padStart(2, '0')}`
}

/** Only the framework knows the id that the model gave the call. */
function recordOf(
  layer: Layer,
  { tool, query, answer }: Call,
  id: string | null,
): Pick<PlainSpan, 'attributes' | 'kind'> {
  const args = JSON.stringify({ q: query })
  if (layer === 'openinference') {
    return {
      attributes: {
        'openinference.span.kind': 'TOOL',
        'tool.name': tool,
        'input.value': args,
        'output.value': answer,
      },
    }
  }
  if (layer === 'traceloop') {
    return {
      attributes: {
        'traceloop.span.kind': 'tool',
        'gen_ai.tool.name': tool,
        'traceloop.entity.input': args,
        'traceloop.entity.output': answer,
      },
    }
  }
  const genai = {
    'gen_ai.tool.name': tool,
    'gen_ai.tool.call.arguments': args,
    'gen_ai.tool.call.result': answer,
  }
  if (layer === 'framework') {
    const named = id === null ? {} : { 'gen_ai.tool.call.id': id }
    return { attributes: { 'gen_ai.operation.name': 'execute_tool', ...genai, ...named } }
  }
  return { kind: layer === 'client' ? 3 : 2, attributes: { 'mcp.method.name': 'tools/call', ...genai } }
}
