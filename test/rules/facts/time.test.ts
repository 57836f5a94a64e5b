import { describe, expect, it } from 'vitest'
import {
  createMemory,
  judge,
  type OutcomeStep,
  type Policy,
  type RunMemory,
  type TickStep,
} from '@loop-observer/rules'
import { policyOf, Script } from '../../support/steps.ts'

const idleTimeoutMs = 30 * 60_000

function begin(script: Script, policy: Policy): ReturnType<typeof judge> {
  return judge(createMemory('run', 'sdk', policy.version), script.steps, policy)
}

function mark(kind: 'tick' | 'fence', atMs: number): TickStep {
  const base = { id: `${kind}${atMs}`, lane: '*', sequence: null, traceId: null, spanId: null }
  return { ...base, kind: kind as 'tick', startedAtMs: atMs, endedAtMs: atMs, receivedAtMs: atMs }
}

function at(memory: RunMemory, atMs: number, policy: Policy): ReturnType<typeof judge> {
  return judge(memory, [mark('tick', atMs)], policy)
}

describe('a run that nothing is heard of', () => {
  const policy = policyOf()
  const heardMs = 1_001_100

  it('counts as lost after the idle timeout, not before, and is not looked at again', () => {
    const begun = begin(new Script().call({ gives: 'something' }), policy)
    expect(begun.wakeAtMs).toBe(heardMs + idleTimeoutMs)
    const early = at(begun.memory, heardMs + idleTimeoutMs - 1, policy)
    expect(early.memory.outcome).toBe('open')
    expect(early.wakeAtMs).toBe(heardMs + idleTimeoutMs)
    const late = at(early.memory, heardMs + idleTimeoutMs, policy)
    expect(late.memory.outcome).toBe('lost')
    expect(late.decisions).toEqual([])
    expect(late.wakeAtMs).toBeNull()
  })

  it('is open again when a step comes, or the agent asks', () => {
    const script = new Script().call({ gives: 'something' })
    const lost = at(begin(script, policy).memory, heardMs + idleTimeoutMs, policy).memory
    const backMs = heardMs + 2 * idleTimeoutMs
    const [step] = script.call({ gives: 'more', at: backMs }).steps.slice(-1)
    if (step === undefined) throw new Error('the script has a step')
    const again = judge(lost, [step], policy)
    expect(again.memory.outcome).toBe('open')
    expect(again.wakeAtMs).toBe(backMs + 100 + idleTimeoutMs)
    expect(judge(lost, [mark('fence', backMs)], policy).memory.outcome).toBe('open')
  })

  it('has the outcome that is reported later', () => {
    const lost = at(begin(new Script().call(), policy).memory, heardMs + idleTimeoutMs, policy).memory
    const outcome: OutcomeStep = { ...mark('tick', 1e9), kind: 'outcome', outcome: 'answered', correct: null }
    expect(judge(lost, [outcome], policy).memory.outcome).toBe('answered')
  })

  it('is not lost when it has ended, is suspended, or the policy has no timeout', () => {
    for (const outcome of ['answered', 'suspended'] as const) {
      const { memory } = begin(new Script().call(), policy)
      const step: OutcomeStep = { ...mark('tick', 1_002_000), kind: 'outcome', outcome, correct: null }
      const ended = judge(memory, [step], policy)
      expect(ended.wakeAtMs).toBeNull()
      expect(at(ended.memory, 1e9, policy).memory.outcome).toBe(outcome)
    }
    const patient = policyOf('balanced', { idleTimeoutMs: null })
    const begun = begin(new Script().call(), patient)
    expect(begun.wakeAtMs).toBeNull()
    expect(at(begun.memory, 1e9, patient).memory.outcome).toBe('open')
  })

  it('meets its limit on time though its very first call hangs: the agent has asked, and nothing else is heard', () => {
    const limited = policyOf('balanced', { limits: { seconds: 60 } })
    const empty = createMemory('run', 'sdk', limited.version)
    const asked = judge(empty, [mark('fence', 1_000_000)], limited)
    expect(asked.wakeAtMs).toBe(1_000_000 + 48_000)
    expect(at(asked.memory, 1_059_999, limited).decisions).toEqual([])
    const late = at(asked.memory, 1_060_000, limited)
    expect(late.decisions).toMatchObject([{ reason: 'budget_time', action: 'halt', scope: 'run' }])
    expect(late.memory.totals.seconds).toBe(60)
  })

  it('meets its limit on time first', () => {
    const limited = policyOf('balanced', { limits: { seconds: 60 } })
    const late = at(begin(new Script().call({ gives: 'x' }), limited).memory, 1e9, limited)
    expect(late.decisions).toMatchObject([{ reason: 'budget_time', action: 'halt' }])
    expect(late.memory.outcome).toBe('halted')
  })
})

describe('the deadline', () => {
  it('does not stay in the past when the rule on time is off', () => {
    const policy = policyOf('balanced', {
      limits: { seconds: 60 },
      rules: { budget_time: { enabled: false } },
    })
    const begun = begin(new Script().call({ gives: 'x' }), policy)
    const late = at(begun.memory, 1_000_000 + 70_000, policy)
    expect(late.wakeAtMs).toBe(1_001_100 + idleTimeoutMs)
  })
})
