import {
  createMemory,
  judge,
  resolvePolicy,
  type Decision,
  type FenceStep,
  type Mode,
  type Policy,
  type RunMemory,
  type Step,
} from '@loop-observer/rules'
import { tell } from '../log.ts'
import type { Settings } from '../options.ts'

/** Who a run is, for choosing its policy. */
export interface Judged {
  readonly run: string
  readonly agent: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Most steps that wait to be judged; beyond, they are judged unasked. */
const mostWaiting = 500
/** Most steps kept that the observer has judged already. */
const mostHistory = 128
/** Decisions kept for lanes that have not asked yet. */
const mostKept = 64

/**
 * The same rules as the observer's, in this process: for runs without an endpoint, and for the
 * time that the observer is away. Judges when asked, so that a tool call pays nothing, and a run
 * whose observer answers pays nothing at all.
 */
export class InProcess {
  readonly policy: Policy
  private readonly judged: Judged
  private readonly settings: Settings
  private mode: Mode
  private memory: RunMemory
  /** Steps that the observer has answered for, the newest of them. */
  private history: readonly Step[] = []
  private waiting: Step[] = []
  private decisions: readonly Decision[] = []

  constructor(settings: Settings, judged: Judged) {
    this.settings = settings
    this.judged = judged
    // The limits given to the SDK are the backstop's.
    this.policy = policyFor(settings, judged)
    this.mode = this.policy.mode
    this.memory = this.blank()
  }

  add(step: Step): void {
    this.waiting.push(step)
    if (this.waiting.length > mostWaiting) this.judgeWaiting()
  }

  /** The halt that stands for the lane, else its newest nudge after `after`; null is to go on. */
  advise(lane: string, after: number): Decision | null {
    this.judgeWaiting()
    const concerning = this.decisions.filter(
      (decision) => decision.enforced && (decision.scope === 'run' || decision.lane === lane),
    )
    const halt = concerning.findLast(({ action }) => action !== 'nudge')
    return halt ?? concerning.findLast(({ seq }) => seq > after) ?? null
  }

  /** The observer has answered for the steps so far: its word counts, in its mode. */
  yieldTo(mode: Mode | null): void {
    if (mode !== null) this.mode = mode
    this.history = [...this.history, ...this.waiting].slice(-mostHistory)
    this.waiting = []
    this.decisions = []
  }

  private judgeWaiting(): void {
    if (this.waiting.length === 0) return
    this.catchUp()
    const steps = this.waiting
    this.waiting = []
    this.decisions = [...this.decisions, ...this.judge(steps)].slice(-mostKept)
  }

  /**
   * Takes in what the observer judged while it answered. What would have been decided here is
   * dropped; a halt that the observer did not share begins the memory afresh, for a halted run is
   * not judged any more.
   */
  private catchUp(): void {
    const steps = this.history
    this.history = []
    if (steps.length === 0) return
    const isHalted = this.judge(steps).some(({ action }) => action !== 'nudge')
    if (isHalted) this.memory = { ...this.blank(), seq: this.memory.seq }
  }

  private judge(steps: readonly Step[]): readonly Decision[] {
    try {
      // Steps come from here in the order in which they ended: nothing earlier can follow.
      const settled = [...steps, fence(Date.now())]
      const { memory, decisions } = judge(this.memory, settled, { ...this.policy, mode: this.mode })
      this.memory = memory
      return decisions
    } catch (error) {
      tell(this.settings.onError, 'judging in this process failed; these steps are passed over', error)
      return []
    }
  }

  private blank(): RunMemory {
    return createMemory(this.judged.run, 'sdk', this.policy.version)
  }
}

/** A policy that cannot be used is told, and the defaults hold. */
function policyFor({ policy, mode, onError }: Settings, { agent, attributes }: Judged): Policy {
  const whose = { source: 'sdk', agent, attributes } as const
  try {
    return resolvePolicy(policy, whose)
  } catch (error) {
    tell(onError, 'the policy cannot be used; the defaults hold', error)
    return resolvePolicy({ digest: 'sdk', mode }, whose)
  }
}

function fence(atMs: number): FenceStep {
  return {
    kind: 'fence',
    id: `fence:${atMs}`,
    lane: '*',
    startedAtMs: atMs,
    endedAtMs: atMs,
    receivedAtMs: atMs,
    sequence: null,
    traceId: null,
    spanId: null,
  }
}
