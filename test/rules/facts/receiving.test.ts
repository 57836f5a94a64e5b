import { describe, expect, it } from 'vitest'
import {
  createMemory,
  judge,
  type AmendmentStep,
  type RunMemory,
  type Step,
  type ToolStep,
} from '@loop-observer/rules'
import { joinedCalls } from '../../../rules/facts/joined-calls.ts'
import { policyOf, Script } from '../../support/steps.ts'

const policy = policyOf()

/** The only step of the script, a call without a number: it waits for the hold. */
function call(gives: unknown, change: Partial<ToolStep> = {}): ToolStep {
  const [step] = new Script().call({ tool: 'search', args: { q: 'x' }, gives, callId: 'call_1' }).steps
  if (step?.kind !== 'tool') throw new Error('not a call')
  return { ...step, sequence: null, ...change }
}

function receivedAll(...steps: readonly Step[]): RunMemory {
  return judge(createMemory('run', 'telemetry', policy.version), steps, policy).memory
}

function pendingCall(...steps: readonly Step[]): Step | undefined {
  const { steps: calls } = joinedCalls(receivedAll(...steps).state.pending)
  expect(calls).toHaveLength(1)
  return calls[0]
}

function bothWays(a: ToolStep, b: ToolStep): Step | undefined {
  const [first, second] = [pendingCall(a, b), pendingCall(b, a)]
  expect(first).toEqual(second)
  return first
}

const answer = 'There are three pages about refunds.'
const unknown = call(undefined).observation

describe('two records of one call that both wait', () => {
  const span = call(answer, { id: 'span', rank: 'own_span', ok: null, readOnly: null })
  const server = call('The same in other words.', { id: 'server', rank: 'mcp_server' })

  it('count once, as the better source has it, whichever came first', () => {
    expect(bothWays(span, server)).toMatchObject({
      id: 'span',
      rank: 'own_span',
      observation: span.observation,
    })
  })

  it('are filled up from each other', () => {
    const told = {
      ...server,
      ok: false,
      error: { signature: 'e', class: 'other' },
      effect: true,
      readOnly: false,
      round: 'r1',
      sequence: 4,
      effectId: 'mail',
    } as ToolStep
    const bare = { ...span, call: { ...span.call, exact: null, gist: null } }
    expect(bothWays(bare, told)).toMatchObject({
      id: 'span',
      call: told.call,
      ok: false,
      error: told.error,
      effect: true,
      readOnly: false,
      round: 'r1',
      sequence: 4,
      effectId: 'mail',
      observation: span.observation,
    })
  })

  it('keep what the better source says itself, but for a failure that any of them saw', () => {
    const better = {
      ...span,
      ok: false,
      effect: true,
      readOnly: true,
      round: 'own',
      sequence: 1,
      effectId: 'own',
    }
    const worse = { ...server, ok: false, readOnly: false, round: 'other', sequence: 2, effectId: 'other' }
    expect(bothWays(better, worse)).toMatchObject({
      ok: false,
      effect: true,
      readOnly: true,
      round: 'own',
      sequence: 1,
      effectId: 'own',
      call: better.call,
    })
  })

  it('of one source are told by the one that ended later, of two at once by the lower id', () => {
    const later = { ...span, id: 'later', endedAtMs: span.endedAtMs + 1 }
    expect(bothWays(span, later)).toMatchObject({ id: 'later' })
    expect(bothWays({ ...span, id: 'b' }, { ...span, id: 'a' })).toMatchObject({ id: 'a' })
  })

  it.each([
    ['prompt', 'prompt'],
    ['log', 'log'],
    ['mcp_client', undefined],
  ] as const)('say where the answer was seen when it came from a %s', (rank, seenIn) => {
    const other = call(answer, { id: 'other', rank: rank === 'mcp_client' ? 'mcp_client' : 'log' })
    const told = rank === 'prompt' ? { ...other, seenIn: 'prompt' as const } : other
    const merged = bothWays({ ...span, observation: unknown }, told)
    expect(merged).toMatchObject({ id: 'span', observation: told.observation })
    expect(merged?.kind === 'tool' ? merged.seenIn : null).toBe(seenIn)
  })

  it('are one call with a record of its own where a prompt tells what a log record leaves out', () => {
    const log = call(undefined, { id: 'log', rank: 'log', startedAtMs: 7, endedAtMs: 9 })
    const prompt = call(answer, { id: 'prompt:call_1', rank: 'prompt' })
    expect(bothWays(log, prompt)).toMatchObject({
      rank: 'log',
      seenIn: 'prompt',
      observation: prompt.observation,
      startedAtMs: 7,
      endedAtMs: 9,
    })
    const end: Step = { ...log, kind: 'tick', id: 'end', lane: '*', receivedAtMs: log.receivedAtMs + 60_000 }
    expect(receivedAll(log, prompt, end).totals.toolCalls).toBe(1)
    expect(receivedAll(prompt, log, end).totals.toolCalls).toBe(1)
  })

  it('know at least the size of the answer, when one of them does', () => {
    const [a, b] = [
      { ...span, observation: unknown },
      { ...server, observation: unknown },
    ]
    expect(bothWays(a, { ...b, resultSize: 12 })).toMatchObject({ resultSize: 12 })
    expect(bothWays({ ...a, resultSize: 7 }, { ...b, resultSize: 12 })).toMatchObject({ resultSize: 7 })
    expect(bothWays(a, b)).not.toHaveProperty('resultSize')
  })
})

describe('an answer that is told apart from its call', () => {
  const amendment: AmendmentStep = {
    ...call(answer),
    kind: 'amendment',
    id: 'told',
    callId: 'call_1',
    error: { signature: 'e', class: 'other' } as AmendmentStep['error'],
    observation: call(answer).observation,
  }
  const blind = call(undefined, { rank: 'own_span' })

  it.each([
    ['after', [blind, amendment]],
    ['before', [amendment, blind]],
  ] as const)('is put into a call that does not know it, told %s it', (_, steps) => {
    expect(pendingCall(...steps)).toMatchObject({
      id: blind.id,
      kind: 'tool',
      observation: amendment.observation,
      seenIn: 'prompt',
      error: amendment.error,
    })
  })

  it('changes nothing of a call that knows, nor when it knows nothing itself', () => {
    const knows = call('Its own answer.')
    expect(pendingCall(knows, amendment)).toEqual(knows)
    expect(pendingCall(blind, { ...amendment, observation: unknown })).toEqual(blind)
  })

  it('brings the arguments, where the call has none', () => {
    const bare = { ...blind, call: { ...blind.call, exact: null, gist: null } }
    expect(pendingCall(bare, { ...amendment, call: blind.call })).toMatchObject({ call: blind.call })
    const other = call(answer, { call: { ...blind.call, exact: 'other' } as ToolStep['call'] }).call
    expect(pendingCall(blind, { ...amendment, call: other })).toMatchObject({ call: blind.call })
  })

  it('of another call waits beside it', () => {
    const { pending } = receivedAll(blind, { ...amendment, callId: 'call_2' }).state
    expect(pending.map(({ kind }) => kind)).toEqual(['tool', 'amendment'])
    const early = receivedAll({ ...amendment, callId: 'call_2' }, blind).state.pending
    expect(early.map(({ kind }) => kind)).toEqual(['amendment', 'tool'])
    expect(early[1]).toEqual(blind)
  })

  it('is no call of its own when its call never comes', () => {
    const end = { ...amendment, kind: 'fence', id: 'end', lane: '*' } as unknown as Step
    const { totals, state } = receivedAll(amendment, end)
    expect(totals.toolCalls).toBe(0)
    expect(state.lanes.flatMap(({ calls }) => calls.count)).toEqual(state.lanes.map(() => 0))
  })
})

describe('a second record of a call that has settled', () => {
  it('counts nothing, takes its place in the order, and teaches what came back', () => {
    const script = new Script()
    const search = { tool: 'search', args: { q: 'x' } }
    script.call({ ...search, callId: 'call_1' }).call({ ...search, gives: answer, callId: 'call_1' })
    script.call({ ...search, gives: answer }).call({ ...search, gives: answer })
    const { memory, findings } = judge(createMemory('run', 'sdk', policy.version), script.steps, policy)
    expect(memory.totals.toolCalls).toBe(3)
    expect(memory.state.pending).toEqual([])
    expect(memory.state.lanes[0]?.nextSequence).toBe(4)
    expect(findings.map(({ reason, evidence }) => [reason, evidence.counts['repeats']])).toContainEqual([
      'repetition',
      3,
    ])
  })
})

describe('a person who resumes a run', () => {
  const stuck = new Script().times(7, (run) => run.call({ tool: 'search', args: { q: 'x' }, gives: answer }))
  const halted = () =>
    judge(createMemory('run', 'sdk', policy.version), stuck.steps.slice(0, 7), policy).memory

  it('clears what led to its end, and what the agent was told', () => {
    expect(halted()).toMatchObject({ outcome: 'halted', reason: 'repetition', nudges: 1 })
    const { memory } = judge(halted(), stuck.operator('resume').steps.slice(-1), policy)
    expect(memory).toMatchObject({
      outcome: 'open',
      reason: null,
      nudges: 0,
      limit: null,
      budgetWarnings: [],
    })
    expect(memory.state).toMatchObject({
      halted: false,
      haltRecorded: false,
      warnings: [],
      ackedHaltMs: null,
    })
    expect(memory.state.lanes[0]).toMatchObject({
      halted: false,
      patternsFrom: 8,
      stale: 0,
      tried: [],
      slices: {},
      spoke: null,
    })
  })

  it('adds limits and tools to those of an earlier resume', () => {
    const base = stuck.steps.at(-1)
    const resume = (limits: object, tools?: object): Step =>
      ({ ...base, kind: 'operator', act: 'resume', sequence: null, note: null, limits, tools }) as Step
    const access = { allow: ['read'], deny: [] }
    const once = judge(halted(), [resume({ steps: 50 }, access)], policy).memory
    const twice = judge(once, [resume({ tokens: 9 })], policy).memory
    expect(twice.state.limits).toEqual({ steps: 50, tokens: 9 })
    expect(twice.state.tools).toEqual(access)
  })

  it.each(['answered', 'failed', 'abandoned'] as const)('does not open one again that has %s', (outcome) => {
    const over: RunMemory = { ...halted(), outcome, state: { ...halted().state, halted: false } }
    const { memory } = judge(over, stuck.operator('resume').steps.slice(-1), policy)
    expect(memory.outcome).toBe(outcome)
    expect(memory.nudges).toBe(1)
  })
})

describe('steps that start after a halt was acknowledged', () => {
  const stuck = new Script().times(5, (run) => run.call({ tool: 'search', args: { q: 'x' }, gives: answer }))
  const halted = () =>
    judge(createMemory('run', 'sdk', policy.version), stuck.steps.slice(0, 5), policy).memory
  const ackAt = (seq: number, endedAtMs: number): Step =>
    ({
      ...stuck.steps[0],
      id: `ack${endedAtMs}`,
      kind: 'ack',
      stage: 'seen',
      sequence: null,
      seq,
      endedAtMs,
    }) as Step

  it('are counted as having run past it, from the first acknowledgement on', () => {
    const [, , , , last] = stuck.steps
    const ackMs = (last?.endedAtMs ?? 0) + 10
    const told = judge(halted(), [ackAt(2, ackMs), ackAt(2, ackMs + 5000)], policy).memory
    expect(told.state.ackedHaltMs).toBe(ackMs)
    const late = stuck.steps.map((step, k) => ({
      ...step,
      id: `n${k}`,
      startedAtMs: ackMs + k,
      sequence: 5 + k,
    }))
    expect(judge(told, late, policy).memory.ranPastHalt).toBe(4)
  })

  it('are not, after the acknowledgement of an earlier nudge', () => {
    expect(judge(halted(), [ackAt(1, 9e12)], policy).memory.state.ackedHaltMs).toBeNull()
    const open = judge(createMemory('run', 'sdk', policy.version), stuck.steps.slice(0, 3), policy).memory
    expect(judge(open, [ackAt(1, 9e12)], policy).memory.state.ackedHaltMs).toBeNull()
  })
})
