import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Between two looks, milliseconds. */
const everyMs = 500
/** Pages of the log (4 KB each) from which writers are made to begin it anew. */
const mostPages = 16_384

/**
 * The thread of `startCheckpointing`. A passive checkpoint lets writers go on, but a log that is
 * written to all the time would never begin anew; only that is forced, when hardly anything is left
 * to be copied, so that writers wait for some milliseconds every 64 MB.
 */
function work(path: string): void {
  const database = new DatabaseSync(path, { timeout: 1000 })
  const passive = database.prepare('pragma wal_checkpoint(passive)')
  const restart = database.prepare('pragma wal_checkpoint(restart)')
  const timer = setInterval(() => {
    try {
      if (Number(passive.get()?.['log']) < mostPages) return
      // Each copies what came during the one before, and leaves less to the last.
      passive.get()
      passive.get()
      restart.get()
    } catch {
      // Full or broken disks are told by the writer, who meets them too; the next look tries again.
    }
  }, everyMs)
  parentPort?.once('message', () => {
    clearInterval(timer)
    database.close()
    parentPort?.close()
  })
}

work(String(workerData))
