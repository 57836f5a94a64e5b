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
import { tell } from './log.ts'
import type { Settings } from './options.ts'

/** Who a run is, for choosing its policy. */
export interface Judged {
  readonly run: string
  readonly agent: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Most steps that wait to be judged; beyond, the oldest are judged unasked. */
const mostWaiting = 500
/** Decisions kept for lanes that have not asked yet. */
const mostKept = 64

/**
 * The same rules as the observer's, in this process: for runs without an endpoint, and for the
 * time that the observer is away. Judges when asked, so that a tool call pays nothing.
 */
export class InProcess {
  readonly policy: Policy
  private readonly judged: Judged
  private readonly settings: Settings
  private mode: Mode
  private memory: RunMemory
  private waiting: Step[] = []
  private decisions: Decision[] = []

  constructor(settings: Settings, judged: Judged) {
    this.settings = settings
    this.judged = judged
    const file = { ...settings.policy, limits: { ...settings.policy.limits, ...settings.limits } }
    this.policy = resolvePolicy(file, { source: 'sdk', agent: judged.agent, attributes: judged.attributes })
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

  /**
   * The observer has answered: its word counts, in its mode. What was decided here meanwhile is
   * dropped; a halt that it did not share begins the memory afresh, or nothing would be judged
   * here any more should it go away.
   */
  yieldTo(mode: Mode | null): void {
    if (mode !== null) this.mode = mode
    this.judgeWaiting()
    if (this.decisions.some(({ action }) => action !== 'nudge')) {
      this.memory = { ...this.blank(), seq: this.memory.seq }
    }
    this.decisions = []
  }

  private judgeWaiting(): void {
    const steps = this.waiting
    if (steps.length === 0) return
    this.waiting = []
    try {
      // Steps come from here in the order in which they ended: nothing earlier can follow.
      const settled = [...steps, fence(Date.now())]
      const { memory, decisions } = judge(this.memory, settled, { ...this.policy, mode: this.mode })
      this.memory = memory
      this.decisions = [...this.decisions, ...decisions].slice(-mostKept)
    } catch (error) {
      tell(this.settings.onError, 'judging in this process failed; these steps are passed over', error)
    }
  }

  private blank(): RunMemory {
    return createMemory(this.judged.run, 'sdk', this.policy.version)
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
