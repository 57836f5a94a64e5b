import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Bell, waitFor } from '../../../collector/control/waiting.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import type { Store } from '../../../collector/store/store.ts'

describe('waiting', () => {
  let store: Store
  let wake: (() => void) | null = null
  let looks = 0
  beforeEach(async () => {
    looks = 0
    store = { ...(await openStore({ url: 'sqlite::memory:' })) }
    store.watch = (_key, ring) => {
      wake = ring
      return () => void (wake = null)
    }
  })
  afterEach(() => store.close())

  const waiting = { waitMs: 20_000, pollMs: 20_000, signal: new AbortController().signal }

  test('returns what the first look finds', async () => {
    expect(await waitFor(store, 'k', async () => 'there', waiting)).toBe('there')
    expect(wake).toBeNull()
  })

  test('looks once when there is no time', async () => {
    const look = async () => (looks++, null)
    expect(await waitFor(store, 'k', look, { ...waiting, waitMs: 0 })).toBeNull()
    expect(looks).toBe(1)
  })

  test('looks again when woken, also when that happens during a look', async () => {
    const look = async () => {
      if (++looks > 1) return looks
      wake?.()
      return null
    }
    expect(await waitFor(store, 'k', look, waiting)).toBe(2)
  })

  test('looks again though nothing wakes it', async () => {
    const look = async () => (++looks > 3 ? looks : null)
    expect(await waitFor(store, 'k', look, { ...waiting, pollMs: 5 })).toBe(4)
  })

  test('ends when the asker leaves, and stops watching', async () => {
    const leave = new AbortController()
    const look = async () => {
      looks++
      leave.abort()
      return null
    }
    expect(await waitFor(store, 'k', look, { ...waiting, signal: leave.signal })).toBeNull()
    expect(wake).toBeNull()
  })

  test('an error of a look stops the watching too', async () => {
    await expect(waitFor(store, 'k', () => Promise.reject(new Error('away')), waiting)).rejects.toThrow(
      'away',
    )
    expect(wake).toBeNull()
  })

  test('a bell that rang before it is listened to is heard once', async () => {
    const bell = new Bell()
    bell.ring()
    bell.ring()
    await bell.rung(20_000)
    const startMs = performance.now()
    await bell.rung(30)
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(29)
  })
})
