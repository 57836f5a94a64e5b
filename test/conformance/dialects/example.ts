import type { Reading } from '../../../collector/dialects/reading.ts'
import type { PlainSpan } from './plain-span.ts'

/** A tool call as a dialect writes it. */
export interface ToolExample {
  readonly title: string
  readonly kind: 'tool'
  readonly span: PlainSpan
  /** Keys of `span.attributes` that hold the content; null where an event or nothing does. */
  readonly argumentsKey: string | null
  readonly resultKey: string | null
  readonly callIdKey: string | null
  readonly reads: Partial<Extract<Reading, { kind: 'tool' }>>
}

/** A model call as a dialect writes it, with the answers to earlier calls in its prompt. */
interface ModelExample {
  readonly title: string
  readonly kind: 'model'
  readonly span: PlainSpan
  readonly reads: Partial<Extract<Reading, { kind: 'model' }>>
  readonly answers?: readonly {
    readonly callId: string | null
    readonly tool?: string | null
    readonly observation: unknown
    readonly failed: boolean
  }[]
}

/** A span that looks like a step and is none: a roll-up, a wrapper, another operation. */
interface SilentExample {
  readonly title: string
  readonly kind: 'silent'
  readonly span: PlainSpan
}

/** Any other span of a dialect. */
interface OtherExample {
  readonly title: string
  readonly kind: 'other'
  readonly span: PlainSpan
  readonly reads: readonly Partial<Reading>[]
}

/** One row of a dialect's table. */
export type Example = ToolExample | ModelExample | SilentExample | OtherExample

/** A dialect's table. */
export interface DialectExamples {
  readonly dialect: string
  readonly examples: readonly Example[]
}
