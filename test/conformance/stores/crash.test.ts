import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../collector/store/open-store.ts'
import { until } from '../../support/deadline.ts'
import { startRedis } from '../../support/redis.ts'
import { type Acknowledged, expectKept, note } from './acknowledged.ts'
import { records } from './builders.ts'
import { type Place, subjects } from './subjects.ts'

const rounds = 6

describe.each(subjects.filter(({ lasting }) => lasting))('an observer killed with -9: $name', (subject) => {
  let place: Place
  beforeAll(async () => {
    place = await subject.start()
  })
  afterAll(() => place?.stop())

  it('loses no acknowledged step and counts none twice', { timeout: 120_000 }, async () => {
    const acknowledged: Acknowledged = new Map()
    for (let round = 0; round < rounds; round++) {
      await writeUntilKilled(place.url, acknowledged)
      const store = await openStore({ url: place.url })
      try {
        expect(await expectKept(store, acknowledged)).toBeGreaterThan(round * 10)
      } finally {
        await store.close()
      }
    }
  })
})

describe('Redis killed with -9, `appendfsync always`', () => {
  it('loses no acknowledged step and counts none twice', { timeout: 120_000 }, async () => {
    const server = await startRedis({ appendonly: true, appendfsync: 'always' })
    const store = await openStore({ url: server.url })
    const acknowledged: Acknowledged = new Map()
    let writing = true
    let failures = 0
    const send = async (key: string): Promise<void> => {
      for (let next = 0; writing; next += 3) {
        const ids = [next, next + 1, next + 2].map((n) => `s${n}`)
        const commit = { key, records: records(...ids), basis: null, judged: null }
        // The same again until there is an answer, as the Collector does.
        while (!(await acknowledges(store.commit([commit])))) {
          failures++
          await wait(20)
        }
        note(acknowledged, key, ids)
      }
    }
    try {
      const senders = Array.from({ length: 8 }, (_, i) => send(`default/run-${i}`))
      for (let round = 0; round < rounds; round++) {
        await someMore(acknowledged)
        await server.kill('SIGKILL')
        await server.restart()
      }
      await someMore(acknowledged)
      writing = false
      await Promise.all(senders)
      expect(failures).toBeGreaterThan(0)
      expect(await expectKept(store, acknowledged)).toBeGreaterThan(100)
    } finally {
      writing = false
      await store.close()
      await server.stop()
    }
  })
})

/** Starts a writer, kills it at some moment while it writes, and notes what it said before. */
async function writeUntilKilled(url: string, acknowledged: Acknowledged): Promise<void> {
  const script = new URL('writer.ts', import.meta.url).pathname
  const first = Math.max(0, ...[...acknowledged.values()].map((ids) => ids.size))
  const writer = spawn(process.execPath, ['-C', 'loop-observer-source', script, url, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(writer, 'close')
  let lines = 0
  const reading = createInterface({ input: writer.stdout })
  reading.on('line', (line) => {
    lines++
    const [key, id] = line.split(' ')
    if (key && id) note(acknowledged, key, [id])
  })
  const enough = 1 + Math.random() * 400
  try {
    await until(() => lines > enough || hasEnded(writer), { intervalMs: 1, what: 'a writer to write' })
    expect(hasEnded(writer)).toBe(false)
  } finally {
    writer.kill('SIGKILL')
    await ended
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null
}

async function someMore(acknowledged: Acknowledged): Promise<void> {
  const count = (): number => [...acknowledged.values()].reduce((sum, ids) => sum + ids.size, 0)
  const enough = count() + 30 + Math.random() * 200
  await until(() => count() > enough, { intervalMs: 1, what: 'more acknowledged steps' })
}

function acknowledges(commit: Promise<unknown>): Promise<boolean> {
  return commit.then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ name: 'RetryableError', code: 'unavailable' })
      return false
    },
  )
}
