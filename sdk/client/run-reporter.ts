import type { Attributes } from '@opentelemetry/api'
import { guarded } from '../log.ts'
import type { Settings } from '../options.ts'
import { readAnswer, type Answer } from './answer.ts'
import { ReportBuffer } from './buffer.ts'
import { unadmitted, type Attempt } from './breaker.ts'
import type { Connection, Reply } from './connection.ts'
import { pause, within } from './deadline.ts'
import { readEffectAnswer, type EffectAnswer } from './effect-answer.ts'
import { exportRequest, type ReportedSpan } from './otlp-json.ts'
import { ToldQueue, type Told } from './told-queue.ts'

/** Whose steps are reported. */
export interface Reported {
  readonly runId: string
  readonly task: string | null
  readonly attributes: Attributes
}

/** What is asked: for which lane (`*`: all), and what it has heard already. */
export interface Question {
  readonly lane: string
  readonly after: number
}

/** How the run ended, as the observer is told. */
export interface EndReport {
  readonly id: string
  readonly outcome: string
  /** Of the rule by which it was stopped; absent when there was none. */
  readonly reason?: string
}

interface Ack {
  readonly seq: number
  readonly stage: 'delivered' | 'acted'
  readonly lane: string
}

/** Most steps in one request, and most characters of their attributes. */
const batchSize = 200
const batchChars = 1024 * 1024
/** How long the observer may take to judge, milliseconds: longer than anybody waits, so that the answer is heard next time. */
const judgingMs = 2000
/** How often the end of a run is reported again when the observer is away, unless there is a hurry. */
const endAttempts = 8
const hurriedPauseMs = 200

/** How long the end of a run is worth reporting again. */
export interface Patience {
  /** Aborted when the application waits for it: then again and again, whatever the breaker says. */
  readonly hurry: AbortSignal
  /** Aborted when it is given up. */
  readonly giveUp: AbortSignal
}

/**
 * Reports the steps of one run and asks what to do. One request at a time, so that steps arrive
 * in their order; who finds one on its way waits for it, as long as there is time. Never rejects.
 */
export class RunReporter {
  private readonly connection: Connection
  private readonly settings: Settings
  private readonly reported: Reported
  private readonly buffer: ReportBuffer
  private readonly hear: (question: Question, answer: Answer) => void
  private busy: Promise<unknown> | null = null
  /** Of the request that is on its way, or was last. */
  private attempt: Attempt = unadmitted
  private readonly told: ToldQueue
  /** Effects were made that the observer has not heard of: their steps are reported before it is asked for another. */
  private owesEffects = false

  /** `hear` is told of every answer, also of one that came when nobody waited any more. */
  constructor(
    connection: Connection,
    settings: Settings,
    reported: Reported,
    hear: (question: Question, answer: Answer) => void,
  ) {
    this.connection = connection
    this.settings = settings
    this.reported = reported
    this.hear = hear
    this.buffer = new ReportBuffer(settings.bufferSteps)
    this.told = new ToldQueue((told) => this.post(told))
  }

  /** True when nobody waits for the observer at the moment. */
  get isAway(): boolean {
    return this.connection.breaker.isOpen
  }

  /** Steps dropped because they could not be reported in time. */
  get dropped(): number {
    return this.buffer.dropped
  }

  add(span: ReportedSpan): void {
    this.buffer.add(span)
  }

  /** Reports what is waiting and asks, within `waitMs`. Null: no answer, go by what this process knows. */
  async ask(question: Question, waitMs: number): Promise<Answer | null> {
    const { breaker } = this.connection
    const deadlineMs = performance.now() + waitMs
    while (this.busy !== null && !breaker.isOpen) {
      const leftMs = deadlineMs - performance.now()
      if (leftMs <= 0) {
        breaker.fail(this.attempt, null)
        return null
      }
      await within(this.busy, leftMs, null)
    }
    const attempt = this.busy === null ? breaker.admit() : null
    if (attempt === null) return null
    return this.exchange(question, attempt, Math.max(0, deadlineMs - performance.now()))
  }

  /** Reports and asks with nobody waiting. */
  beat(question: Question): void {
    const attempt = this.busy === null ? this.connection.breaker.admit() : null
    if (attempt !== null) void this.exchange(question, attempt, null)
  }

  /** Tells the observer what became of a decision; once each. */
  ack(ack: Ack): void {
    this.tell({ path: '/ack', body: ack })
  }

  /** Tells the observer something that needs no answer; kept while it is away. */
  tell(told: Told): void {
    this.told.add(told)
    if (!this.isAway) void this.told.send()
  }

  /** Settles when what was told so far is sent, or cannot be. Never rejects. */
  whenTold(): Promise<void> {
    return this.isAway ? Promise.resolve() : this.told.send()
  }

  /** An effect is made that the observer could not be asked for. */
  oweEffects(): void {
    this.owesEffects = true
  }

  /**
   * Asks for an effect, within `waitMs`; for a person's answer the observer waits `serverMs`. Null: no
   * answer. One that comes later is not heard, and what it reserved must be given back or made.
   */
  async askEffect(
    question: { readonly id: string; readonly lane: string },
    { serverMs, waitMs }: { readonly serverMs: number; readonly waitMs: number },
  ): Promise<EffectAnswer | null> {
    const { breaker } = this.connection
    if (this.owesEffects && (await this.ask({ lane: question.lane, after: 0 }, waitMs)) === null) return null
    const attempt = breaker.admit()
    if (attempt === null) return null
    const query = this.query({ wait: String(serverMs) })
    const path = `${this.path}/effects?${query}`
    const sent = this.connection.post(path, JSON.stringify(question))
    const reply = await within(sent, waitMs, 'late' as const)
    const answer = reply !== 'late' && reply.kind === 'answered' ? readEffectAnswer(reply.text) : null
    if (reply === 'late') breaker.fail(attempt, null)
    else this.judgeReply(reply, attempt, answer !== null || reply.kind === 'refused')
    return answer
  }

  /**
   * Reports what is left, and how the run ended. Resolves to whether it was taken. Tried even when
   * the observer is taken to be away, for there is no later checkpoint that would report it.
   */
  async end(report: EndReport): Promise<boolean> {
    while (this.busy !== null) await this.busy
    return this.tryEnd(report, this.connection.breaker.admit() ?? unadmitted)
  }

  /** Tries `end` again for some minutes, or as long as there is a hurry; until it is given up. */
  async endLater(report: EndReport, { hurry, giveUp }: Patience): Promise<void> {
    for (let attempt = 0; attempt < endAttempts || hurry.aborted; attempt += 1) {
      if (hurry.aborted) await pause(hurriedPauseMs, giveUp)
      else await pause(Math.min(1000 * 2 ** attempt, 30_000), hurry)
      if (giveUp.aborted || (await this.end(report))) return
    }
  }

  private async tryEnd(report: EndReport, attempt: Attempt): Promise<boolean> {
    if (this.buffer.size > 0 && (await this.exchange({ lane: '*', after: 0 }, attempt, null)) === null) {
      return false
    }
    await this.told.send()
    const body = JSON.stringify({ ...report, agent: this.settings.agent.slice(0, 256) })
    const reply = await this.connection.post(`${this.path}/outcome`, body)
    this.judgeReply(reply, attempt, reply.kind !== 'failed')
    return reply.kind !== 'failed'
  }

  /** Sends everything that waits, in batches. `waitMs` null: nobody waits, so nothing is late. */
  private async exchange(
    question: Question,
    attempt: Attempt,
    waitMs: number | null,
  ): Promise<Answer | null> {
    this.attempt = attempt
    const request = { attempt, isLate: false }
    const sending = this.send(question, request)
    const busy = sending.finally(() => {
      if (this.busy === busy) this.busy = null
    })
    this.busy = busy
    if (waitMs === null) return busy
    const answer = await within(busy, waitMs, 'late' as const)
    if (answer !== 'late') return answer
    request.isLate = true
    this.connection.breaker.fail(attempt, null)
    return null
  }

  private async send(
    question: Question,
    request: { readonly attempt: Attempt; readonly isLate: boolean },
  ): Promise<Answer | null> {
    await this.told.beforeAsking()
    for (;;) {
      const batch = this.buffer.take(batchSize, batchChars)
      const body = guarded(this.settings.onError, 'encoding steps', () => this.bodyOf(batch), '')
      const reply = await this.connection.post(this.checkpointPath(question), body)
      const answer = reply.kind === 'answered' ? readAnswer(reply.text) : null
      // What is refused for good would be refused again; everything else is kept for the next request.
      if (answer === null && reply.kind !== 'refused') this.buffer.putBack(batch)
      if (!request.isLate) {
        this.judgeReply(reply, request.attempt, answer !== null || reply.kind === 'refused')
      }
      if (answer === null) return null
      guarded(this.settings.onError, 'hearing an answer', () => this.hear(question, answer), undefined)
      if (this.told.size > 0) void this.told.send()
      if (this.buffer.size > 0) continue
      this.owesEffects = false
      return answer
    }
  }

  private post({ path, body, introduces = false }: Told): Promise<Reply> {
    const query = introduces ? `?${this.query({})}` : ''
    return this.connection.post(`${this.path}${path}${query}`, JSON.stringify(body), true)
  }

  private judgeReply(reply: Reply, attempt: Attempt, isGood: boolean): void {
    const { breaker } = this.connection
    if (isGood) breaker.succeed()
    else breaker.fail(attempt, reply.kind === 'failed' ? reply.retryAfterMs : null)
  }

  private bodyOf(batch: readonly ReportedSpan[]): string {
    return batch.length === 0 ? '' : exportRequest(batch, this.reported.attributes)
  }

  private checkpointPath({ lane, after }: Question): string {
    return `${this.path}/checkpoint?${this.query({ after: String(after), wait: String(judgingMs), lane })}`
  }

  /** Who the run is, should the observer not know it yet. */
  private query(asked: Readonly<Record<string, string>>): string {
    const { task, attributes } = this.reported
    return new URLSearchParams({
      ...asked,
      agent: this.settings.agent,
      ...(task === null ? {} : { task }),
      ...(Object.keys(attributes).length === 0 ? {} : { attributes: JSON.stringify(attributes) }),
    }).toString()
  }

  private get path(): string {
    return `/v1/runs/${encodeURIComponent(this.reported.runId)}`
  }
}
