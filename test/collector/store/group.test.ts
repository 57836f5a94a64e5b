import { describe, expect, it } from 'vitest'
import { createGroup } from '../../../collector/store/group.ts'

describe('a group', () => {
  it('takes what comes in the same turn together, and what comes during the work next', async () => {
    const seen: (readonly number[])[] = []
    let finish: (() => void) | undefined
    const group = createGroup<number, number>({
      cost: () => 1,
      maxCost: 100,
      maxItems: 100,
      run: async (items) => {
        seen.push(items)
        if (seen.length === 1) await new Promise<void>((resolve) => (finish = resolve))
        return items.map((item) => item * 10)
      },
    })
    const first = [group.add(1), group.add(2)]
    while (!finish) await new Promise(setImmediate)
    const second = [group.add(3), group.add(4), group.add(5)]
    await new Promise(setImmediate)
    expect(seen).toEqual([[1, 2]])
    finish()
    expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, 40, 50])
    expect(seen).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  })

  it('keeps to its limits, except for a single item that is beyond them', async () => {
    const seen: (readonly number[])[] = []
    const group = createGroup<number, number>({
      cost: (item) => item,
      maxCost: 10,
      maxItems: 3,
      run: (items) => {
        seen.push(items)
        return items
      },
    })
    await Promise.all([4, 6, 1, 1, 1, 1, 50, 2].map((item) => group.add(item)))
    expect(seen).toEqual([[4, 6], [1, 1, 1], [1], [50], [2]])
  })

  it('fails those of a failed group only', async () => {
    const group = createGroup<string, string>({
      cost: () => 1,
      maxCost: 1,
      maxItems: 1,
      run: ([item = '']) => {
        if (item === 'bad') throw new Error('bad item')
        return [item]
      },
    })
    const results = await Promise.allSettled(['a', 'bad', 'c'].map((item) => group.add(item)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    await group.drain()
    expect(await group.add('d')).toBe('d')
  })
})
