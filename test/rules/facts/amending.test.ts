import { describe, expect, it } from 'vitest'
import {
  createMemory,
  errorFeatures,
  judge,
  observationFeatures,
  type AmendmentStep,
  type RunMemory,
  type Step,
} from '@loop-observer/rules'
import { cell, observationKey } from '../../../rules/memory/call-table.ts'
import { hashing, policyOf, Script, type ScriptedCall } from '../../support/steps.ts'

const policy = policyOf('balanced', { holdMs: 1000 })
const page = 'the page of herons is all new\nand has a second line about herons'

function told(callId: string, observation: unknown, fails: string | null = null): AmendmentStep {
  const base = { id: `told ${callId}`, lane: 'main', sequence: null, traceId: null, spanId: null }
  const times = { startedAtMs: 1_100_000, endedAtMs: 1_100_000, receivedAtMs: 1_100_000 }
  return {
    ...base,
    ...times,
    kind: 'amendment',
    callId,
    observation: observationFeatures(observation, hashing),
    error: fails === null ? null : errorFeatures(fails, hashing),
  }
}

/** After calls of which nobody captured what came back, each with its id, and what was told of them later. */
function after(...later: readonly Step[]): RunMemory {
  const blind = (page: number): ScriptedCall => ({ callId: `c${page}`, args: { page } })
  const script = new Script()
    .call(blind(0))
    .call(blind(1))
    .call({ args: { page: 2 } })
  const { memory } = judge(createMemory('run', 'sdk', policy.version), script.steps, policy)
  return later.reduce((all, step) => judge(all, [step], policy).memory, memory)
}

function answers({ state }: RunMemory): readonly number[] {
  const calls = state.lanes[0]?.calls
  if (calls === undefined) throw new Error('there are some')
  return [0, 1, 2].map((row) => cell(calls, row, 'observation'))
}

/** The row's answer when it was captured at once. */
function captured(call: ScriptedCall): number {
  const { memory } = judge(createMemory('run', 'sdk', policy.version), new Script().call(call).steps, policy)
  return answers(memory)[0] ?? 0
}

describe('what is told later of a call that has settled', () => {
  it('is the answer of that call, and of no other; nothing waits for it', () => {
    expect(answers(after())).toEqual([0, 0, 0])
    const memory = after(told('c0', page))
    expect(answers(memory)).toEqual([captured({ gives: page }), 0, 0])
    expect(memory.state.pending).toEqual([])
    expect(answers(after(told('c1', '')))).toEqual([0, observationKey.empty, 0])
    expect(answers(after(told('c1', undefined, 'no such page')))).toEqual([
      0,
      captured({ fails: 'no such page' }),
      0,
    ])
  })

  it('changes nothing where it does not know what came back', () => {
    const memory = after(told('c0', page), told('c0', undefined))
    expect(answers(memory)).toEqual([captured({ gives: page }), 0, 0])
  })

  it('is known from then on: the same again is nothing new', () => {
    const again = new Script().call({
      tool: 'read',
      args: { of: 'herons' },
      gives: page,
      at: 1_200_000,
    }).steps
    const numbered = again.map((step) => ({ ...step, sequence: 3 }))
    const progress = ({ state }: RunMemory): number => state.lanes[0]?.progressCount ?? -1
    expect(progress(after(...numbered)) - progress(after(told('c0', page), ...numbered))).toBe(1)
  })

  it('waits for its call where that has not come', () => {
    expect(after(told('c9', page)).state.pending).toHaveLength(1)
  })
})
