import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { resolvePolicy, type PolicyFile } from '@loop-observer/rules'
import { hashing } from '../../collector/binding/hashing.ts'
import { parseRecordedRun } from '../../collector/replay/recorded-run.ts'
import { replayRun } from '../../collector/replay/replay.ts'
import { labelsOf } from './labels.ts'
import type { JudgedRun } from './score.ts'

/** Files of recorded runs below a folder. */
export function runFiles(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** Judges every run of the files, one file after the other. The set is the file's name up to its first dot. */
export function judgeFiles(files: readonly string[], policy: PolicyFile): readonly JudgedRun[] {
  const { tools } = resolvePolicy(policy, { source: 'replay', agent: null, attributes: {} })
  const extraction = { hashing: hashing(), keys: tools }
  return files.flatMap((file) => {
    const set = basename(file).split('.')[0] ?? file
    return linesOf(file).map((line, index): JudgedRun => {
      const value: unknown = JSON.parse(line)
      const run = parseRecordedRun(value, `${file}:${index + 1}`)
      return {
        set,
        success: run.success ?? null,
        steps: run.steps.length,
        replayed: replayRun(run, policy, extraction),
        ...labelsOf(value, run.run_id),
      }
    })
  })
}

/** Number of the fold that a task falls into: all runs of one task fall into the same. */
export function foldOf(taskKey: string, folds: number): number {
  return Number.parseInt(hash('sha256', taskKey, 'hex').slice(0, 8), 16) % folds
}

function linesOf(file: string): readonly string[] {
  const bytes = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split('\n').filter((line) => line.trim() !== '')
}
