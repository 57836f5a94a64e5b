import type { PassMemory } from '@loop-observer/rules'
import type { HaltAdvice } from './advice/advice.ts'
import type { RunMark } from './tracing/spans.ts'
import { Turns } from './turns.ts'

/** A call that has begun and not ended. */
export interface OpenCall {
  readonly tool: string
  /** What it was called with, as far as it can be shown. */
  readonly args: unknown
}

/** One actor of a run, as this process knows it. */
export class Lane {
  readonly name: string
  /** For the context of its work. */
  readonly mark: RunMark
  readonly turns = new Turns()
  /** Calls that are on, oldest first. */
  readonly open = new Set<OpenCall>()
  /** The newest call, on or ended. */
  latest: OpenCall | null = null
  /** Passes of the check that reported last; null before the first. */
  passes: PassMemory | null = null
  /** Newest decision of the observer that the lane was given. */
  heardSeq = 0
  /** Newest decision made in this process that the lane was given. */
  judgedSeq = 0
  /** The halt that stands, given or not. */
  halt: HaltAdvice | null = null
  /** True once the application was given the halt that stands. */
  haltGiven = false
  private controller = new AbortController()
  private nextSequence = 0

  constructor(name: string, runId: string) {
    this.name = name
    this.mark = { runId, lane: name }
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  /** The place of the step that has just ended. */
  takeSequence(): number {
    this.nextSequence += 1
    return this.nextSequence - 1
  }

  /** Halts the lane: what listens to its signal is aborted. The first halt stands. */
  stop(advice: HaltAdvice): void {
    if (this.halt !== null) return
    this.halt = advice
    const reason = new Error(`the run was halted: ${advice.reason}`)
    reason.name = 'AbortError'
    this.controller.abort(reason)
  }

  /** An operator resumed the run: later work gets a fresh signal. */
  resume(): void {
    if (this.halt === null) return
    this.halt = null
    this.haltGiven = false
    this.controller = new AbortController()
  }
}
