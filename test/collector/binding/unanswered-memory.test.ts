import { describe, expect, it } from 'vitest'
import { UnansweredMemory } from '../../../collector/binding/unanswered-memory.ts'

describe('a call whose answer is known by its tool alone', () => {
  it('takes the first answer to its tool, once', () => {
    const waiting = new UnansweredMemory()
    waiting.remember('t/r', { tool: 'search', callId: 'a' })
    waiting.remember('t/r', { tool: 'search', callId: 'b' })
    expect(['search', 'search', 'search'].map((tool) => waiting.take('t/r', tool))).toEqual(['a', 'b', null])
  })

  it('does not take what another tool or another run was answered', () => {
    const waiting = new UnansweredMemory()
    waiting.remember('t/r', { tool: 'search', callId: 'a' })
    expect(waiting.take('t/r', 'read')).toBeNull()
    expect(waiting.take('t/other', 'search')).toBeNull()
    expect(waiting.has('t/r', 'search')).toBe(true)
  })

  it('waits once, as the newest, when it is told again', () => {
    const waiting = new UnansweredMemory()
    for (const callId of ['a', 'b', 'a']) waiting.remember('t/r', { tool: 'search', callId })
    expect([1, 2, 3].map(() => waiting.take('t/r', 'search'))).toEqual(['b', 'a', null])
  })

  it('makes room for the newest sixteen of its run', () => {
    const waiting = new UnansweredMemory()
    for (let n = 1; n <= 20; n++) waiting.remember('t/r', { tool: 'search', callId: String(n) })
    const taken = Array.from({ length: 17 }, () => waiting.take('t/r', 'search'))
    expect([taken[0], taken[15], taken[16]]).toEqual(['5', '20', null])
  })
})
