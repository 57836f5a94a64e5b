import type { SourceRank } from '@loop-observer/rules'
import type { AttributeValue } from '../receiver/span-view.ts'
import type { TranscriptPart } from './transcript.ts'

/** How a row of a vocabulary is known. */
export type Proof =
  /** A live test runs the published package and halts an agent that it instruments. */
  | 'live'
  /** The published package was run, and what it exported was read. */
  | 'run'
  /** Seen in a recorded trace of somebody else. */
  | 'trace'
  /** Read in the source. */
  | 'source'
  /** Read in the shipped program. */
  | 'binary'
  /** Documentation, or another program's mapping: likely, not proven. */
  | 'docs'

/** What a span is, before any field of it is read. */
export type SpanKind =
  | 'tool'
  | 'model'
  /** A run, an agent or a step of an agent: it rolls up what its children say, and never counts. */
  | 'agent'
  /** A part of its parent's tool call that says how the call ended. */
  | 'outcome'
  /** Looks like one of the others, and is none. */
  | 'ignore'
  | 'check'
  | 'bar'
  | 'user'
  | 'progress'

/** One condition on a span. */
export type Condition =
  | { readonly attribute: string; readonly is: readonly AttributeValue[] }
  /** There, and none of these. */
  | { readonly attribute: string; readonly isNot: readonly AttributeValue[] }
  | { readonly attribute: string; readonly starts: string }
  | { readonly attribute: string; readonly ends: string }
  | { readonly attribute: string; readonly contains: string }
  | { readonly attribute: string; readonly matches: RegExp }
  | { readonly attribute: string; readonly present: boolean }
  | { readonly scope: string }
  | { readonly scopeStarts: string }
  | { readonly name: string }
  | { readonly nameStarts: string }
  | { readonly nameEnds: string }
  /** OTLP `SpanKind`: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  | { readonly spanKind: readonly number[] }

/** A span is of `kind` when every condition of `when` holds and no earlier test matched. */
export interface KindTest {
  readonly kind: SpanKind
  readonly when: readonly Condition[]
  /** For tools: how much this source weighs against others that report the same call. Default `own_span`. */
  readonly rank?: SourceRank
  /** For models: a helper's call (a title, a router), whose words are not the agent's. */
  readonly helper?: true
}

/** What may be done with the value of a source. */
interface SourceOptions {
  /** Only on spans whose kind this vocabulary decided: for keys that others use for other things. */
  readonly own?: true
  /** Keys into the value, which may be JSON text; `*` is the first element for which the rest exists. */
  readonly path?: readonly string[]
  /** Of a list of messages, found at the path, that holds prompt and answer: which of the two. */
  readonly part?: TranscriptPart
  /** What to take off the beginning of a text. */
  readonly without?: RegExp
  /** Only a text with this in it: spares parsing what cannot hold the field. */
  readonly containing?: string
}

/** Where a field may stand. A bare string is an attribute key, read on spans of any vocabulary. */
export type Source =
  | string
  | (SourceOptions & { readonly attribute: string })
  /** Name of a span event that carries the attribute. */
  | (SourceOptions & { readonly event: string; readonly attribute: string })
  /** The span's name without this prefix or suffix. */
  | { readonly nameAfter: string; readonly own?: true }
  | { readonly nameBefore: string; readonly own?: true }
  /**
   * Attributes under a prefix put together: `p.0.role` becomes `[{role}]`, `p.name.value` becomes
   * `{name: {value}}`, and with `leaf: 'value'` just `{name}`.
   */
  | { readonly under: string; readonly leaf?: string; readonly own?: true }
  /** An object of several attributes, those that are there. */
  | { readonly record: Readonly<Record<string, string>>; readonly own?: true }

/** The fields that are read, each from an ordered list of sources. */
export interface Fields {
  /** Name of the tool. */
  readonly toolName: readonly Source[]
  /** Id of the call, as the model gave it. */
  readonly callId: readonly Source[]
  /** Arguments of the call. */
  readonly toolArguments: readonly Source[]
  /** What came back. */
  readonly toolObservation: readonly Source[]
  /** Exact size of what came back, in any unit, where it is told without the result. */
  readonly resultSize: readonly Source[]
  /** Name of the model. */
  readonly modelName: readonly Source[]
  /** Tokens of the prompt, cached ones included. */
  readonly tokensIn: readonly Source[]
  /** Tokens of the answer. */
  readonly tokensOut: readonly Source[]
  /** Cost of a model call in US dollars. */
  readonly costUsd: readonly Source[]
  /** The model's own words: plain text, or messages from which the text parts are taken. */
  readonly modelText: readonly Source[]
  /** Messages or parts with which the model asks for tool calls; where there is none, `modelText`. */
  readonly modelRequests: readonly Source[]
  /** Messages sent to the model, which answer earlier calls. */
  readonly modelInput: readonly Source[]
  /** Messages on a span of a step or an agent that answer calls made within it. */
  readonly agentAnswers: readonly Source[]
  /** Name of the agent that the run belongs to. */
  readonly agentName: readonly Source[]
  /** The actor, where tool spans carry it as model spans do; an empty list where they do not. */
  readonly laneName: readonly Source[]
  /** Id that only spans of sub-agents carry, so that it is a lane of its own whoever comes first. */
  readonly subAgent: readonly Source[]
  /** Session or conversation, shown with the run. A policy may make one of them the run's key. */
  readonly session: readonly Source[]
  /** Annotations that say whether a tool only reads. */
  readonly readOnlyHint: readonly Source[]
  /** Annotations that say that a tool destroys something, so that it does not only read. */
  readonly destructiveHint: readonly Source[]
  /** Where a failure's words stand, after exception events and the status message. */
  readonly failureText: readonly Source[]
  /** The failure's type. */
  readonly failureType: readonly Source[]
}

/** A sign that a call failed, beside the span's status and exception events. */
export interface FailureFlag {
  readonly source: Source
  /** Values that mean failure; with neither list, any value but the empty text. */
  readonly is?: readonly AttributeValue[]
  /** Values that mean none. */
  readonly isNot?: readonly AttributeValue[]
}

/** A limit of the agent's own framework, and how its spans show that it was hit. */
export type LimitTest =
  /** Type of the exception, without its module. */
  | { readonly limit: string; readonly exception: string }
  /** Beginning of the failure's words on a span of an agent, where the type is not exported. */
  | { readonly limit: string; readonly message: RegExp }
  /** A span of an agent that ended without failure. */
  | { readonly limit: string; readonly when: readonly Condition[] }

/** Whether an instrumentation captures arguments and results of tools. */
export interface Capture {
  readonly results: 'on' | 'off' | 'never'
  /** What to switch on, or why there is nothing to switch on. One or two sentences. */
  readonly advice: string
}

/** One instrumentation's way to describe an agent's work in spans, as data. */
export interface Vocabulary {
  /** Label in metrics and in `doctor`. */
  readonly name: string
  readonly title: string
  /** Which versions its rows were read from. */
  readonly covers: string
  readonly proof: readonly Proof[]
  readonly capture: Capture
  /** In order; vocabularies earlier in the list are asked first. */
  readonly kinds: readonly KindTest[]
  readonly fields?: Partial<Fields>
  readonly failures?: readonly FailureFlag[]
  /** True when a failed call's span may look like a success, and only its JSON result tells (`{"error": …}`). */
  readonly resultsTellFailure?: boolean
  /** Values that stand for "not captured" under keys with this prefix, besides those used everywhere. */
  readonly placeholders?: readonly { readonly prefix: string; readonly values: readonly string[] }[]
  readonly limits?: readonly LimitTest[]
  /** Tool names that name a class of the framework: the tool's own is in the result, or lost. */
  readonly classNames?: readonly string[]
  /** What betrays the vocabulary on a span that no test knows. */
  readonly hints?: { readonly keys?: readonly string[]; readonly scopes?: readonly string[] }
}
