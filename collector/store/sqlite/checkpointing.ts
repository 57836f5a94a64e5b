import { once } from 'node:events'
import { extname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/**
 * Moves what is in the write-ahead log of `path` into the file itself, from a thread of its own: that
 * is where SQLite waits for the disk, up to a tenth of a second, and steps must not. When the thread
 * fails, the connection does it again by itself. Returns the way to stop.
 */
export function startCheckpointing(path: string, database: DatabaseSync): () => Promise<void> {
  const url = new URL(`./checkpoint-thread${extname(import.meta.url)}`, import.meta.url)
  // Its streams of its own: joined to this process's they would change those to non-blocking.
  const thread = new Worker(url, { workerData: path, stdout: true, stderr: true })
  let stopping = false
  const onOwn = (): void => {
    if (!stopping && database.isOpen) database.exec('pragma wal_autocheckpoint = 1000')
  }
  thread.unref()
  thread.on('error', onOwn)
  thread.on('exit', onOwn)
  database.exec('pragma wal_autocheckpoint = 0')
  return async () => {
    stopping = true
    if (thread.threadId === -1) return
    thread.ref()
    const gone = once(thread, 'exit')
    thread.postMessage('stop')
    await gone
  }
}
