import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../support/deadline.ts'
import { validate } from './answer-check.ts'
import { startControl, type ControlServer } from './server.ts'
import { loop, work } from './steps.ts'

interface Heard {
  readonly id: string
  readonly event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- JSON of several shapes, which the test checks
  readonly data: any
}

describe('the event stream of a run', () => {
  let server: ControlServer
  const open: AbortController[] = []
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(async () => {
    for (const each of open.splice(0)) each.abort()
    await server.stop()
  })

  async function listen(path: string, headers: Record<string, string> = {}) {
    const leave = new AbortController()
    open.push(leave)
    const response = await fetch(`${server.url}${path}`, { headers, signal: leave.signal })
    const heard: Heard[] = []
    void read(response, heard)
    return { response, heard, leave }
  }

  test('tells what was decided before, then what is decided from now on', async () => {
    await server.report('r', loop(3))
    const { response, heard } = await listen('/v1/runs/r/events')
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    await until(() => heard.length === 1, { what: 'the nudge' })
    await server.report('r', loop(5))
    await until(() => heard.length === 2, { what: 'the halt' })
    expect(heard.map(({ id, event, data }) => [id, event, data.action])).toEqual([
      ['1', 'decision', 'nudge'],
      ['2', 'decision', 'halt'],
    ])
    for (const { data } of heard) validate('Decision', data)
  })

  test('goes on after the number of the last event heard', async () => {
    await server.report('r', loop(8))
    const { heard } = await listen('/v1/runs/r/events', { 'Last-Event-ID': '1' })
    await until(() => heard.length > 0, { what: 'the halt' })
    expect(heard.map(({ id }) => id)).toEqual(['2'])
  })

  test('names what must not act differently', async () => {
    await server.stop()
    server = await startControl({ policy: { mode: 'nudge' } })
    await server.report('r', loop(8))
    const { heard } = await listen('/v1/runs/r/events')
    await until(() => heard.length === 2, { what: 'both' })
    expect(heard.map(({ event }) => event)).toEqual(['decision', 'recorded'])
  })

  test('of one lane leaves the other lanes out', async () => {
    await server.report('r', [...work(1), ...loop(3, { lane: 'a' })])
    await server.report('r', loop(3, { lane: 'b', args: { q: 'other' } }))
    const { heard } = await listen('/v1/runs/r/events?lane=b')
    await until(() => heard.length > 0, { what: 'a nudge' })
    expect(heard.map(({ data }) => data.lane)).toEqual(['b'])
  })

  test('stops watching when the reader leaves', async () => {
    await server.report('r', loop(3))
    let watching = 0
    const { store } = server
    const watch = store.watch.bind(store)
    store.watch = (key, wake) => {
      watching++
      const stop = watch(key, wake)
      return () => {
        watching--
        stop()
      }
    }
    const { heard, leave } = await listen('/v1/runs/r/events')
    await until(() => heard.length === 1 && watching === 1, { what: 'the stream' })
    leave.abort()
    await until(() => watching === 0, { what: 'the end of the stream' })
  })

  test('of an unknown run is 404, with a bad number 400', async () => {
    expect((await server.call('/v1/runs/nobody/events')).status).toBe(404)
    await server.report('r', work(1))
    expect((await server.call('/v1/runs/r/events', { headers: { 'Last-Event-ID': 'x' } })).status).toBe(400)
  })
})

async function read(response: Response, heard: Heard[]): Promise<void> {
  let text = ''
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
        if (field('data') !== '')
          heard.push({ id: field('id'), event: field('event'), data: JSON.parse(field('data')) })
      }
    }
  } catch {
    // The test left.
  }
}
