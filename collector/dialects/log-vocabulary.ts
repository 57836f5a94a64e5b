import type { RecordCondition } from './kinds.ts'
import type { Capture, Proof, Source } from './vocabulary.ts'

/** Under this key the body of a log record is read as if it were an attribute. */
export const bodyKey = 'log.body'

/** The fields that are read of a log record, each from an ordered list of sources. */
export interface LogFields {
  readonly toolName?: readonly Source[]
  readonly callId?: readonly Source[]
  readonly toolArguments?: readonly Source[]
  /** What came back. */
  readonly toolObservation?: readonly Source[]
  /** Exact size of what came back, in any unit, where it is told without the result. */
  readonly resultSize?: readonly Source[]
  /** Whether the call went well; without it only a failure's words tell. */
  readonly success?: readonly Source[]
  readonly failureText?: readonly Source[]
  readonly failureType?: readonly Source[]
  /** How long it took until the record was written, in milliseconds. */
  readonly durationMs?: readonly Source[]
  readonly modelName?: readonly Source[]
  /** Parts of the prompt's tokens that are added up: of each, the first source. */
  readonly tokensIn?: readonly (readonly Source[])[]
  readonly tokensOut?: readonly Source[]
  readonly costUsd?: readonly Source[]
  readonly modelText?: readonly Source[]
  /** Messages with which the model asks for tool calls; where there is none, `modelText`. */
  readonly modelRequests?: readonly Source[]
  /** Messages sent to the model, which answer earlier calls. */
  readonly modelInput?: readonly Source[]
  /** Conversation that stands for the run where there is no trace. */
  readonly session?: readonly Source[]
  readonly agentName?: readonly Source[]
  /** Id of a sub-agent, on its records only. */
  readonly subAgent?: readonly Source[]
  /** The actor, on all records. */
  readonly actorName?: readonly Source[]
}

/** What one event of a vocabulary is. */
export interface LogTest {
  /** Name of the event; of a record whose body is a JSON object with a `type`, that type. */
  readonly event: string
  readonly kind:
    | 'tool'
    | 'model'
    /** What a model call's span leaves out: the span counts the call. */
    | 'model_content'
    /** The answer to one call, as a later prompt repeats it. */
    | 'answer'
    | 'user'
    /** Known, and says nothing of its own. */
    | 'ignore'
  /** Conditions on the record, besides its event. */
  readonly when?: readonly RecordCondition[]
  /** Sources of this event that stand before those of the vocabulary. */
  readonly fields?: LogFields
}

/** One program's way to describe an agent's work in log records, as data. */
export interface LogVocabulary {
  /** Label in metrics and in `doctor`. */
  readonly name: string
  readonly title: string
  /** Name of the vocabulary of the same program's spans. */
  readonly besideSpans?: string
  /** Which versions its rows were read from. */
  readonly covers: string
  readonly proof: readonly Proof[]
  readonly capture: Capture
  readonly tests: readonly LogTest[]
  readonly fields: LogFields
}
