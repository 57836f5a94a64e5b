import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGuard } from '../../../collector/judge-model/guarded.ts'
import type { Said } from '../../../collector/judge-model/opinion.ts'

const said = (failure: Said['failure'], retryAfterMs: number | null = null): Said => ({
  answerable: failure === null ? true : null,
  failure,
  tokensIn: null,
  tokensOut: null,
  costUsd: null,
  retryAfterMs,
  startedAtMs: 0,
  endedAtMs: 0,
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('the guard of an endpoint', () => {
  it('lets it rest after three failures in a row, tries once, and rests longer when that fails', async () => {
    const rests: boolean[] = []
    const guard = createGuard({ callsInFlight: 4, onRest: (resting) => rests.push(resting) })
    let calls = 0
    const fail = () => guard.run(async () => (calls++, said('unavailable')))
    for (let i = 0; i < 6; i++) await fail()
    expect(calls).toBe(3)
    expect(await fail()).toBe('resting')
    vi.advanceTimersByTime(15_000)
    await fail()
    await fail()
    expect(calls).toBe(4)
    vi.advanceTimersByTime(3_600_000)
    await guard.run(async () => said(null))
    expect(await guard.run(async () => said(null))).toMatchObject({ answerable: true })
    expect(rests[0]).toBe(true)
    expect(rests.at(-1)).toBe(false)
  })

  it('begins to count anew with every answer', async () => {
    const guard = createGuard({ callsInFlight: 4 })
    for (const failure of ['timeout', 'timeout', null, 'malformed', 'timeout', null] as const) {
      expect(await guard.run(async () => said(failure))).toMatchObject({ failure })
    }
  })

  it('holds no more calls than it may, and queues none', async () => {
    const guard = createGuard({ callsInFlight: 2 })
    const { promise, resolve } = Promise.withResolvers<Said>()
    const first = [guard.run(() => promise), guard.run(() => promise)]
    expect(await guard.run(async () => said(null))).toBe('busy')
    resolve(said(null))
    await Promise.all(first)
    expect(await guard.run(async () => said(null))).toMatchObject({ answerable: true })
  })

  it('keeps away as long as it was told to', async () => {
    const guard = createGuard({ callsInFlight: 2 })
    await guard.run(async () => said('limited', 30_000))
    expect(await guard.run(async () => said(null))).toBe('resting')
    vi.advanceTimersByTime(30_001)
    expect(await guard.run(async () => said(null))).toMatchObject({ answerable: true })
  })

  it('gives on what is no failure of the endpoint, and counts it for nothing', async () => {
    const guard = createGuard({ callsInFlight: 2 })
    for (let i = 0; i < 5; i++) {
      await expect(guard.run(() => Promise.reject(new Error('the store is away')))).rejects.toThrow('store')
    }
    expect(await guard.run(async () => 'no_content')).toBe('no_content')
  })
})
