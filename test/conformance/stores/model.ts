import type { CommitResult } from '../../../collector/store/store.ts'

/** A commit as the model sees it: `mark` tells judgements apart, and names what they decided. */
export interface ModelCommit {
  readonly key: string
  readonly ids: readonly string[]
  readonly basis: number | null
  readonly mark: number
  readonly seqs: readonly number[]
  readonly wakes: boolean
}

/** A run in the model. */
export interface ModelRun {
  readonly log: string[]
  judgedVersion: number
  /** Of the judgement that was stored last, or null. */
  mark: number | null
  /** Decision number to the judgement that it came from. */
  readonly decisions: Map<number, number>
  due: boolean
}

/** What a store should be, in the plainest words. */
export class Model {
  readonly runs = new Map<string, ModelRun>()
  /** Items that nobody confirmed. */
  readonly outbox = new Set<string>()

  readonly logLimit: number

  constructor(logLimit: number) {
    this.logLimit = logLimit
  }

  version(key: string): number {
    return this.runs.get(key)?.log.length ?? 0
  }

  commit({ key, ids, basis, mark, seqs, wakes }: ModelCommit): CommitResult {
    const run = this.runs.get(key) ?? {
      log: [],
      judgedVersion: 0,
      mark: null,
      decisions: new Map<number, number>(),
      due: false,
    }
    const before = run.log.length
    for (const id of ids) if (!run.log.includes(id)) run.log.push(id)
    const appended = run.log.length - before
    const applied = basis === before && appended === ids.length
    if (applied) {
      run.judgedVersion = run.log.length
      run.mark = mark
      for (const seq of seqs) {
        if (seq <= Math.max(0, ...run.decisions.keys())) continue
        run.decisions.set(seq, mark)
        this.outbox.add(`${key}#${seq}`)
      }
    }
    if (applied) run.due = wakes
    else if (appended > 0) run.due = true
    if (appended > 0 || applied) this.runs.set(key, run)
    return { key, appended, duplicates: ids.length - appended, version: run.log.length, applied }
  }

  /** First position that the log still has. */
  logStart(key: string): number {
    const run = this.runs.get(key)
    return run ? Math.max(0, Math.min(run.judgedVersion, run.log.length - this.logLimit)) : 0
  }

  copy(): Model {
    const copy = new Model(this.logLimit)
    for (const [key, run] of this.runs) {
      copy.runs.set(key, { ...run, log: [...run.log], decisions: new Map(run.decisions) })
    }
    for (const id of this.outbox) copy.outbox.add(id)
    return copy
  }

  become(other: Model): void {
    this.runs.clear()
    for (const [key, run] of other.runs) this.runs.set(key, run)
    this.outbox.clear()
    for (const id of other.outbox) this.outbox.add(id)
  }
}
