import type { Reply } from './connection.ts'

/** Something that the observer is told and need not answer at once. */
export interface Told {
  /** Under the run, for example `/ack`. */
  readonly path: string
  readonly body: object
  /** True when the observer may hear of the run by it first: then it is said who the run is. */
  readonly introduces?: boolean
  /** What another run tells first; the observer is not asked about this run before both are told. Never rejects. */
  readonly after?: Promise<void>
  /** Hears what came of it once it is settled: taken, or refused for good. */
  readonly hear?: (reply: Reply) => void
}

/** More are not kept: of an observer that is away so long, the oldest. */
const mostTold = 1000

/**
 * What a run tells beside its steps (acknowledgements, what became of effects, its bar), in order and
 * one at a time. What is not taken is kept for the next attempt. Never rejects.
 */
export class ToldQueue {
  private readonly post: (told: Told) => Promise<Reply>
  private queue: Told[] = []
  private sending: Promise<void> | null = null

  constructor(post: (told: Told) => Promise<Reply>) {
    this.post = post
  }

  get size(): number {
    return this.queue.length
  }

  /** Null when nothing waits that must be told before the observer is asked. */
  beforeAsking(): Promise<void> | null {
    return this.queue.some(({ after }) => after !== undefined) ? this.send() : null
  }

  add(told: Told): void {
    this.queue = [...this.queue, told].slice(-mostTold)
  }

  /** Sends what waits, until something is not taken. */
  send(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null
    })
    return this.sending
  }

  private async sendAll(): Promise<void> {
    for (let told = this.queue[0]; told !== undefined; told = this.queue[0]) {
      await told.after
      const reply = await this.post(told)
      if (reply.kind === 'failed') return
      const sent = told
      this.queue = this.queue.filter((each) => each !== sent)
      sent.hear?.(reply)
    }
  }
}
