import { afterEach, describe, expect, it } from 'vitest'
import type { PolicyFile, Step, StepRecord } from '@loop-observer/rules'
import type { Notice } from '../../../collector/store/notice.ts'
import type { Store } from '../../../collector/store/store.ts'
import { createPolicyBook } from '../../../collector/judging/policy-book.ts'
import { until } from '../../support/deadline.ts'
import { bound, call, judgeOn, memoryStore } from './runs.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})

function start(policy: Partial<PolicyFile>) {
  const store = memoryStore()
  stops.push(() => store.close())
  const judge = judgeOn(store, { policies: createPolicyBook({ digest: 'test', mode: 'enforce', ...policy }) })
  stops.push(() => judge.stop())
  return { store, judge }
}

/** Calls that each bring something new, a second apart. */
function workingCalls(count: number, receivedAtMs: number): readonly StepRecord[] {
  return Array.from({ length: count }, (_, i) => {
    const observation = `Page ${i}: ${['alpha', 'beta', 'gamma'].map((word) => word + i).join(' ')}`
    return call({ id: `s${i}`, args: { page: i }, observation, atMs: receivedAtMs + i * 1000, receivedAtMs })
  })
}

async function noticesIn(store: Store): Promise<readonly Notice[]> {
  const items = await store.takeOutbox(100, 0)
  return items.flatMap((item) => (item.kind === 'notice' ? [item.notice] : []))
}

describe('who runs the agent is told', () => {
  it('of a limit that comes near, once, in the act that stores the run', async () => {
    const { store, judge } = start({ limits: { toolCalls: 10 } })
    const calls = workingCalls(9, store.now())
    for (const call of calls) await judge.acceptAndSettle(bound('r', [call]), '*')
    expect(await noticesIn(store)).toEqual([
      expect.objectContaining({
        kind: 'budget_warning',
        run: 'r',
        id: 'budget_warning:budget_tool_calls:10',
      }),
    ])
  })

  it('of a limit that was met as a decision, not twice', async () => {
    const { store, judge } = start({ limits: { toolCalls: 4 }, budgetWarnRatio: 1 })
    await judge.acceptAndSettle(bound('r', workingCalls(6, store.now())), '*')
    const items = await store.takeOutbox(100, 0)
    const told = items.map((item) =>
      item.kind === 'decision' ? item.decision.reason : `${item.kind}:${item.notice.kind}`,
    )
    expect(told.filter((each) => each.includes('limit') || each === 'budget_tool_calls')).toEqual([
      'budget_tool_calls',
    ])
  })

  it('of an effect that waits for a person', async () => {
    const { store, judge } = start({})
    const nowMs = store.now()
    const base = { lane: '*', startedAtMs: nowMs, endedAtMs: nowMs, receivedAtMs: nowMs, sequence: null }
    const step: Step = {
      ...base,
      traceId: null,
      spanId: null,
      id: 'effect:1:waiting:mail',
      kind: 'effect',
      effect: 'mail',
      attempt: 1,
      act: 'waiting',
      tool: 'send_mail',
      note: 'to Ann',
    }
    await judge.acceptAndSettle(bound('r', [{ step, preview: null }]), '*')
    expect(await noticesIn(store)).toEqual([
      expect.objectContaining({ kind: 'approval_needed', effect: 'mail', tool: 'send_mail', note: 'to Ann' }),
    ])
  })

  it('of a run that fell silent', async () => {
    const { store, judge } = start({ idleTimeoutMs: 300, holdMs: 0 })
    await judge.acceptAndSettle(bound('r', workingCalls(1, store.now())), '*')
    const [notice] = await until(
      async () => {
        const found = await noticesIn(store)
        return found.length > 0 && found
      },
      { what: 'the notice' },
    )
    expect(notice).toMatchObject({ kind: 'lost', run: 'r' })
  })
})
