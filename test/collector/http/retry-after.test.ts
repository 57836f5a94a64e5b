import { describe, expect, it } from 'vitest'
import { retryAfterMs } from '../../../collector/http/retry-after.ts'

describe('Retry-After', () => {
  const nowMs = Date.UTC(2026, 0, 1)

  it('is read as seconds or as a date, bounded', () => {
    expect(retryAfterMs('7', nowMs)).toBe(7000)
    expect(retryAfterMs('Thu, 01 Jan 2026 00:00:30 GMT', nowMs)).toBe(30_000)
    expect(retryAfterMs('Thu, 01 Jan 2025 00:00:30 GMT', nowMs)).toBe(0)
    expect(retryAfterMs('999999', nowMs)).toBe(3_600_000)
  })

  it('asks for nothing when it is missing or neither', () => {
    expect(retryAfterMs('soon', nowMs)).toBeNull()
    expect(retryAfterMs(null, nowMs)).toBeNull()
  })
})
