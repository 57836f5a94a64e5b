import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '../../../../collector/store/open-store.ts'
import { judged, records } from '../../../conformance/stores/builders.ts'

describe('the file of a SQLite store', () => {
  let directory: string
  let path: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'loop-observer-sqlite-'))
    path = join(directory, 'below', 'observer.db')
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  const refusal = (message: string) => ({
    name: 'PermanentError',
    code: 'conflict',
    message: expect.stringContaining(message),
  })

  it('is made with its directory', async () => {
    const store = await openStore({ url: `sqlite:${path}` })
    await store.close()
    expect((await readFile(path)).subarray(0, 15).toString()).toBe('SQLite format 3')
  })

  it('belongs to one observer: a second one in the same process is told so', async () => {
    const store = await openStore({ url: `sqlite:${path}` })
    await expect(openStore({ url: `sqlite:${path}` })).rejects.toMatchObject(
      refusal('in use by another observer'),
    )
    await store.commit([{ key: 'default/r', records: records('s1'), basis: null, judged: null }])
    await store.close()
    await (await openStore({ url: `sqlite:${path}` })).close()
  })

  it('belongs to one observer: a second process is told so, and may have it once the first is killed', async () => {
    const script = new URL('../../../conformance/stores/writer.ts', import.meta.url).pathname
    const other = spawn(process.execPath, ['-C', 'loop-observer-source', script, `sqlite:${path}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(other, 'close')
    try {
      await once(other.stdout, 'data')
      await expect(openStore({ url: `sqlite:${path}` })).rejects.toMatchObject(refusal(path))
    } finally {
      other.kill('SIGKILL')
      await ended
    }
    await (await openStore({ url: `sqlite:${path}` })).close()
  })

  it('is refused when it is of another layout', async () => {
    await (await openStore({ url: `sqlite:${path}` })).close()
    const database = new DatabaseSync(path)
    database.exec('pragma user_version = 99')
    database.close()
    await expect(openStore({ url: `sqlite:${path}` })).rejects.toMatchObject(refusal('layout 99'))
  })

  it('is refused, and left alone, when it is of another program', async () => {
    const foreign = join(directory, 'theirs.db')
    const database = new DatabaseSync(foreign)
    database.exec('create table theirs (a)')
    database.close()
    await expect(openStore({ url: `sqlite:${foreign}` })).rejects.toMatchObject(refusal('another program'))
    const again = new DatabaseSync(foreign)
    expect(again.prepare('select name from sqlite_master').all()).toEqual([{ name: 'theirs' }])
    again.close()
  })

  it('is refused when it is no SQLite file, or cannot be made', async () => {
    const text = join(directory, 'text.db')
    await writeFile(text, 'This is a text, long enough to be looked at as a file of SQLite. '.repeat(20))
    await expect(openStore({ url: `sqlite:${text}` })).rejects.toMatchObject(refusal('not a SQLite file'))
    await expect(openStore({ url: `sqlite:${text}/observer.db` })).rejects.toMatchObject(
      refusal('cannot be opened'),
    )
  })

  it('is flushed to the disk with every group when power may fail', async () => {
    for (const [durability, level] of [
      ['process', 1],
      ['power', 2],
    ] as const) {
      const { openDatabase } = await import('../../../../collector/store/sqlite/database.ts')
      const { database, close } = openDatabase(path, durability)
      expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: level })
      expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
      await close()
    }
  })

  it('does not grow for ever while runs come and go', async () => {
    const sizeAfter = async (rounds: number): Promise<number> => {
      const store = await openStore({ url: `sqlite:${path}`, retention: { runMs: 1, recordMs: 1 } })
      for (let round = 0; round < rounds; round++) {
        const keys = Array.from({ length: 20 }, (_, i) => `default/run-${round}-${i}`)
        const ids = Array.from({ length: 50 }, (_, i) => `s${i}`)
        const commits = keys.map((key) => ({
          key,
          records: records(...ids),
          basis: 0,
          judged: judged(key, 1),
        }))
        await store.commit(commits)
        const laterMs = store.now() + 60_000
        for (let i = 0; i < 4; i++) await store.sweep(laterMs)
        for (const key of keys) expect(await store.read(key)).toBeNull()
      }
      await store.close()
      return (await readFile(path)).length
    }
    const first = await sizeAfter(2)
    expect(await sizeAfter(10)).toBeLessThanOrEqual(first * 1.2)
  })

  it('loses a bounded amount of an expired run in one sweep, and all of it in several', async () => {
    const store = await openStore({ url: `sqlite:${path}`, retention: { runMs: 1, recordMs: 1 } })
    const ids = Array.from({ length: 9000 }, (_, i) => `s${i}`)
    await store.commit([{ key: 'default/r', records: records(...ids), basis: null, judged: null }])
    const laterMs = store.now() + 60_000
    await store.sweep(laterMs)
    expect((await store.read('default/r'))?.unjudged.length).toBeGreaterThan(4000)
    for (let i = 0; i < 5; i++) await store.sweep(laterMs)
    expect(await store.read('default/r')).toBeNull()
    await store.close()
  })
})
