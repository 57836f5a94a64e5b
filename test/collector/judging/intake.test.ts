import { describe, expect, it } from 'vitest'
import { createIntake, type GroupedRun } from '../../../collector/judging/intake.ts'
import type { RunKey } from '../../../collector/store/store.ts'
import { bound, loopingCalls } from './runs.ts'

const limits = { groupSteps: 10, waitingSteps: 1000 }

/** An intake whose groups are kept, and which waits in each commit until told to go on. */
function intakeWithGate(bounds = limits) {
  const groups: Record<string, number>[] = []
  const gates: (() => void)[] = []
  const commit = async (group: ReadonlyMap<RunKey, GroupedRun>) => {
    groups.push(Object.fromEntries([...group].map(([key, { records }]) => [key, records.length])))
    await new Promise<void>((resolve) => gates.push(resolve))
    return new Map([...group.keys()].map((key) => [key, Promise.resolve(true)]))
  }
  const openNext = async (): Promise<void> => {
    while (gates.length === 0) await new Promise((resolve) => setImmediate(resolve))
    gates.shift()?.()
  }
  return { intake: createIntake(bounds, commit), groups, openNext }
}

describe('the intake', () => {
  it('makes one group of what arrives while another is on its way', async () => {
    const { intake, groups, openNext } = intakeWithGate()
    const first = intake.push([bound('a', loopingCalls(1, 0))])
    while (groups.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const later = [
      intake.push([bound('a', loopingCalls(2, 0))]),
      intake.push([bound('b', loopingCalls(3, 0)), bound('a', loopingCalls(1, 0))]),
    ]
    await openNext()
    await first
    await openNext()
    await Promise.all(later)
    expect(groups).toEqual([{ 'default/a': 1 }, { 'default/a': 3, 'default/b': 3 }])
    expect(intake.waitingSteps).toBe(0)
  })

  it('closes a group before it has too many steps, but never splits a batch', async () => {
    const { intake, groups, openNext } = intakeWithGate()
    const all = [8, 4, 30, 1].map((count) => intake.push([bound('a', loopingCalls(count, 0))]))
    for (let i = 0; i < 4; i += 1) await openNext()
    await Promise.all(all)
    expect(groups.map((group) => group['default/a'])).toEqual([8, 4, 30, 1])
  })

  it('takes a batch that is larger than all that may wait, when nothing else waits', async () => {
    const { intake, openNext } = intakeWithGate({ groupSteps: 10, waitingSteps: 5 })
    const large = intake.push([bound('a', loopingCalls(6, 0))])
    await expect(intake.push([bound('b', loopingCalls(1, 0))])).rejects.toMatchObject({ code: 'overloaded' })
    await openNext()
    await large
  })

  it('passes a failure of the store to everybody in the group, and goes on', async () => {
    let failing = true
    const intake = createIntake(limits, async (group) => {
      if (failing) throw new Error('away')
      return new Map([...group.keys()].map((key) => [key, Promise.resolve(true)]))
    })
    const both = await Promise.allSettled([
      intake.push([bound('a', loopingCalls(1, 0))]),
      intake.push([bound('b', loopingCalls(1, 0))]),
    ])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    failing = false
    await intake.push([bound('a', loopingCalls(1, 0))])
    expect(intake.waitingSteps).toBe(0)
  })

  it('finishes what it has when it is drained, and takes no more', async () => {
    const { intake, openNext } = intakeWithGate()
    const accepted = intake.push([bound('a', loopingCalls(1, 0))])
    const drained = intake.drain()
    await expect(intake.push([bound('a', loopingCalls(1, 0))])).rejects.toMatchObject({ code: 'unavailable' })
    await openNext()
    await Promise.all([accepted, drained])
  })
})
