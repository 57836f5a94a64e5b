import { describe, expect, it } from 'vitest'
import { observationFeatures } from '../../../../rules/features/observation.ts'
import { hashing } from '../hashing.ts'

const ids = ['0b9f5c1e-7d1a-4c35-9a53-0e6e6f6b8a11', '6a1d7a60-55b1-4f0e-a3c4-2f8f0d9e4b27'] as const
const times = ['2026-05-28T07:56:38Z', '2026-05-28T07:57:12Z'] as const

function fingerprint(answer: unknown): string | null {
  const features = observationFeatures(answer, hashing)
  return features.state === 'known' ? features.fingerprint : null
}

type Answer = (id: string, time: string) => unknown

describe('an answer of which ids are all the content keeps them', () => {
  it.each<[string, Answer]>([
    ['one', (id) => ({ id })],
    ['one with a state', (id) => ({ id, status: 'ok' })],
    ['one with a time', (uuid, created_at) => ({ uuid, created_at })],
    ['in a list', (id) => [id]],
    ['nested', (id) => ({ success: true, data: { token: id } })],
    ['of MCP', (id) => ({ content: [{ type: 'text', text: id }] })],
    ['in words', (id) => `Generated: ${id}`],
    ['in words, in JSON', (id) => ({ result: `Your new id is: ${id}` })],
  ])('%s', (_, answer) => {
    const [first, second] = [answer(ids[0], times[0]), answer(ids[1], times[0])]
    expect(fingerprint(first)).not.toBe(fingerprint(second))
    expect(fingerprint(JSON.stringify(first))).not.toBe(fingerprint(JSON.stringify(second)))
    expect(fingerprint(answer(ids[0], times[1]))).toBe(fingerprint(first))
  })
})

describe('ids stay masked', () => {
  it.each<[string, Answer]>([
    ['of a request', (id) => ({ status: 'ok', request_id: id })],
    ['of a session', (id) => ({ session: id, status: 'ok' })],
    ['beside a session', (id) => ({ id, session_id: 'a1' })],
    ['beside a process', (id) => ({ id, pid: 7 })],
    ['of a job', (id) => ({ job_id: id, status: 'queued', queue: 'default', position: 4 })],
    ['of a job that waits', (id) => ({ job_id: id, status: 'queued' })],
    ['beside a text', (id) => ({ id, text: 'The harbour is closed.' })],
    ['beside a number', (id) => ({ id, n: 4 })],
    ['where nothing went well', (id) => ({ id, done: false })],
    ['of a message that was sent', (id) => `Message sent: ${id}`],
    ['of a request, in words', (id) => `Done. Request: ${id}`],
    ['beside much', (id) => ({ id, ids: Array.from({ length: 40 }, () => id) })],
  ])('%s', (_, answer) => {
    expect(fingerprint(answer(ids[0], times[0]))).toBe(fingerprint(answer(ids[1], times[0])))
  })

  it('but not one that is told by its letters alone', () => {
    const [first, second] = ['01HZX3Q8M2V7K9T4B6N1C5D0EF', '01HZX3Q8M2V7K9T4B6N1C5D0EG']
    expect(fingerprint({ id: first })).not.toBe(fingerprint({ id: second }))
  })

  it('and times alone do', () => {
    expect(fingerprint({ at: times[0] })).toBe(fingerprint({ at: times[1] }))
    expect(fingerprint({ took_ms: 3, status: 'ok' })).toBe(fingerprint({ took_ms: 4, status: 'ok' }))
  })
})
