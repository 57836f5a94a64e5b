import { expect, test } from 'vitest'
import { createMemory, judge, resolvePolicy } from '@loop-observer/rules'
import type { SpanView } from '../../../collector/receiver/span-view.ts'
import { plainSpan } from '../../conformance/dialects/plain-span.ts'
import { recordsOf, spanBinding } from './bind-spans.ts'

const kind = 'openinference.span.kind'
const startMs = 1_796_000_000_000

/** A call as the OpenAI Agents SDK exports it by OpenInference, a second after the one before. */
function call(index: number, name: string, answer?: string): SpanView {
  const told = answer === undefined ? {} : { 'input.value': `{"n":${index}}`, 'output.value': answer }
  return plainSpan({
    name,
    traceId: 'ab'.repeat(16),
    spanId: index.toString(16).padStart(16, '0'),
    startMs: startMs + index * 1000,
    endMs: startMs + index * 1000 + 10,
    attributes: { [kind]: 'TOOL', ...told },
  })
}

async function decided(spans: readonly SpanView[]): Promise<readonly string[]> {
  const binding = await spanBinding()
  const steps = recordsOf(await binding.bind(spans)).map(({ step }) => step)
  await binding.close()
  const policy = {
    ...resolvePolicy({ digest: 'x' }, { source: 'sdk', agent: null, attributes: {} }),
    holdMs: 0,
  }
  const { decisions } = judge(createMemory('r', 'sdk', 'x'), steps, policy)
  return decisions.map(({ action, reason }) => `${action} ${reason}`)
}

const pingPong = Array.from({ length: 12 }, (_, i) =>
  call(i, i % 2 === 0 ? 'handoff to billing' : 'handoff to support'),
)

test('agents that hand the task to and fro are a loop', async () => {
  expect((await decided(pingPong)).slice(0, 2)).toEqual(['nudge oscillation', 'halt oscillation'])
})

test('agents of which each finds something before it hands on are none', async () => {
  const working = pingPong.flatMap((each, i) => [
    each,
    call(100 + i, 'look_up', `What was found at place ${i} is that it is all new there, number ${i * 7}.`),
  ])
  const inOrder = working.map((span, i) => ({
    ...span,
    startMs: startMs + i * 1000,
    endMs: startMs + i * 1000 + 10,
  }))
  expect(await decided(inOrder)).toEqual([])
})
