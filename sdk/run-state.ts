import type { Attributes } from '@opentelemetry/api'
import {
  loopAttributes,
  type FrozenBar,
  type Hashing,
  type Policy,
  type Step,
  type ToolAccess,
  type ToolTraits,
  type Totals,
} from '@loop-observer/rules'
import type { HaltAdvice } from './advice/advice.ts'
import type { ReportedSpan } from './client/otlp-json.ts'
import type { RunReporter } from './client/run-reporter.ts'
import { Effects } from './effects/effects.ts'
import { IdleClock } from './effects/idle-clock.ts'
import { PartialResults } from './outcome/partial-results.ts'
import { InProcess } from './advice/in-process.ts'
import { Lane } from './lane.ts'
import type { Settings } from './options.ts'
import { ownTracer, type OwnSpan } from './tracing/spans.ts'

/** Name of the lane that a run begins in. */
export const mainLane = 'main'

/** What a run is made from. */
export interface RunOrigin {
  readonly settings: Settings
  readonly hashing: Hashing
  readonly runId: string
  /** True when the run may have had steps before, elsewhere: its steps are then reported without numbers. */
  readonly mayContinue: boolean
  readonly task: string | null
  /** The run that started this one, or null. */
  readonly parent: string | null
  readonly attributes: Readonly<Record<string, string>>
  readonly span: OwnSpan
  readonly reporter: RunReporter | null
}

/** The bar of a parent run that has not come yet. */
interface OwedBar {
  readonly parent: string
  /** The parent, where this process has it. */
  readonly live: RunState | undefined
  /** How often the observer was asked. */
  readonly asked: number
}

/** The criteria that a run is held to. */
interface FrozenCriteria {
  bar: FrozenBar
  /** Names of those that an operator retired, as far as the observer has said. */
  retired: readonly string[]
  /** True once the first bar was shown. */
  registered: boolean
  /** The bar of the parent that is yet to be asked for, or to be asked for again; null when nothing is owed. */
  owed: OwedBar | null
}

/** A run as this process knows it. */
export class RunState {
  readonly origin: RunOrigin
  readonly settings: Settings
  readonly runId: string
  readonly lanes = new Map<string, Lane>()
  readonly main: Lane
  readonly partial = new PartialResults()
  readonly inProcess: InProcess
  readonly effects: Effects
  /** Time of waiting for a person, which is not charged. */
  readonly idle = new IdleClock()
  readonly tracer = ownTracer()
  /** Steps recorded. */
  steps = 0
  /** Tools that an operator left to the run when it was resumed; null when nothing was said about them. */
  tools: ToolAccess | null = null
  /** True once an observer answered. */
  observed = false
  ended = false
  /** The bar that checks are held against: the first that was shown, and what was added since. */
  readonly frozen: FrozenCriteria = { bar: [], retired: [], registered: false, owed: null }
  /** Whether the newest check was clean; null before the first. */
  verified: boolean | null = null
  private readonly stepPrefix: string
  /** What tools do, as far as this process knows. */
  traits: ToolTraits
  /** Whether the observer has said what tools do: a promise while it is asked for nothing else. */
  toolsTold: 'unasked' | 'settled' | Promise<void> = 'unasked'
  private toldTraits = '{}'
  private effectsNamed = 0
  private readonly sums = { toolCalls: 0, tokens: 0, costUsd: 0 }

  constructor(origin: RunOrigin) {
    this.origin = origin
    this.settings = origin.settings
    this.runId = origin.runId
    this.stepPrefix = origin.span.spanId
    this.inProcess = new InProcess(origin.settings, {
      run: origin.runId,
      agent: origin.settings.agent,
      attributes: origin.attributes,
    })
    this.traits = this.inProcess.policy.tools
    this.effects = new Effects(this.traits, effectLimit(origin, this.inProcess.policy))
    this.main = this.lane(mainLane)
  }

  lane(name: string): Lane {
    const known = this.lanes.get(name)
    if (known !== undefined) return known
    const lane = new Lane(name, this.runId)
    this.lanes.set(name, lane)
    const standing = this.lanes.get(mainLane)?.halt
    if (standing) lane.stop(standing)
    return lane
  }

  /** Ids of steps are minted here: span ids repeat where there is no provider. */
  takeStepId(): string {
    this.steps += 1
    return `${this.stepPrefix}-${this.steps}`
  }

  /** Names an effect for which the application has no name of its own. */
  takeEffectId(): string {
    this.effectsNamed += 1
    return `${this.stepPrefix}-effect-${this.effectsNamed}`
  }

  /** The observer's policy says what tools do: it comes before the one in this process. */
  learnTraits(told: Readonly<Partial<ToolTraits>>): void {
    this.toolsTold = 'settled'
    const text = JSON.stringify(told)
    if (text === this.toldTraits) return
    this.toldTraits = text
    this.traits = { ...this.inProcess.policy.tools, ...told }
    this.effects.learn(this.traits)
  }

  /** Takes a step that has ended: to be judged here, and to be reported. */
  record(step: Step, span: () => ReportedSpan): void {
    if (this.ended) return
    this.count(step)
    this.inProcess.add(step)
    this.origin.reporter?.add(span())
  }

  get totals(): Totals {
    let steps = 0
    for (const lane of this.lanes.values()) steps += lane.turns.count
    const seconds = (performance.now() - this.origin.span.startedMs - this.idle.idleMs) / 1000
    return { steps, seconds, effects: this.effects.used, ...this.sums }
  }

  /** Carries out a halt: of the run, or of its lane only. */
  halt(advice: HaltAdvice): void {
    const { scope, lane } = advice.decision
    if (scope === 'lane' && lane !== mainLane) return this.lane(lane).stop(advice)
    for (const each of this.lanes.values()) each.stop(advice)
  }

  /** Attributes of every span of the run. */
  commonAttributes(lane: string): Attributes {
    const { task, parent } = this.origin
    return {
      [loopAttributes.runId]: this.runId,
      [loopAttributes.agent]: this.settings.agent,
      [loopAttributes.lane]: lane,
      [loopAttributes.source]: 'sdk',
      ...(task === null ? {} : { [loopAttributes.task]: task }),
      ...(parent === null ? {} : { [loopAttributes.parentRun]: parent }),
    }
  }

  private count(step: Step): void {
    if (step.kind === 'tool') this.sums.toolCalls += 1
    else if (step.kind === 'model') {
      this.sums.tokens += (step.tokensIn ?? 0) + (step.tokensOut ?? 0)
      this.sums.costUsd += step.costUsd ?? 0
    }
  }
}

/** The limit given to the SDK and, where no observer keeps it, that of the policy: the smaller. */
function effectLimit({ settings, reporter }: RunOrigin, { mode, limits }: Policy): number | null {
  const own = settings.limits.effects
  const ofPolicy = reporter === null && mode === 'enforce' ? limits.effects : null
  return own === null || ofPolicy === null ? (own ?? ofPolicy) : Math.min(own, ofPolicy)
}
