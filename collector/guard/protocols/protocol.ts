import type { JsonObject } from './json.ts'

/** A tool call that the conversation holds, with what came back. */
export interface SeenCall {
  readonly kind: 'call'
  readonly id: string
  readonly tool: string
  /** As the model wrote it: JSON text, or a value. */
  readonly args: unknown
  readonly observation: unknown
  readonly failed: boolean | null
  /** Id of the first call of the same model turn. */
  readonly round: string
}

/** A message of the user after the model had answered the one before. */
export interface SeenMessage {
  readonly kind: 'user'
  readonly text: string
}

/** What a request to a model says about the run so far. */
export interface Conversation {
  /** Instructions and first message of the user: equal for all requests of a run. */
  readonly opening: string
  /** In the order of the conversation; calls without a result are left out. */
  readonly events: readonly (SeenCall | SeenMessage)[]
  /** Names the conversation that the provider keeps and this request continues; null when the request holds all of it. */
  readonly continues: string | null
  /** Results of calls that only an earlier answer holds. */
  readonly results: readonly { readonly id: string; readonly observation: unknown }[]
}

/** What an answer of the model says about the run. */
export interface ModelReply {
  /** Under which a later request may continue; null when it cannot. */
  readonly name: string | null
  readonly calls: readonly Pick<SeenCall, 'id' | 'tool' | 'args'>[]
  /** True when the model ended its turn without asking for a call. */
  readonly isFinal: boolean
  readonly model: string | null
  /** Cached ones included; null when the answer does not say. */
  readonly tokensIn: number | null
  readonly tokensOut: number | null
  /** The model's own words; null when there are none. */
  readonly text: string | null
}

/** A message for the model, and its place. */
export interface Nudge {
  /** Id of the call after whose round of results it stands. */
  readonly after: string
  readonly text: string
}

/** An answer in the words of a protocol. */
export interface ModelAnswer {
  readonly contentType: string
  readonly body: string
}

/** One way to speak to a model over HTTP. */
export interface Protocol {
  readonly name: string
  /** True for the path, without query, of a request that asks the model for its next turn. */
  matches(path: string): boolean
  /** Null when the body is not of this protocol. */
  read(body: JsonObject): Conversation | null
  /** The body with a message put behind the results that it belongs to; the same body when they are not in it. */
  nudged(body: JsonObject, nudge: Nudge): JsonObject
  /** Reads an answer of the model: its JSON, or the data of its events in order. */
  reply(parts: readonly JsonObject[]): ModelReply
  /** A final text without a tool call, streamed when the body asks for a stream. */
  answer(body: JsonObject, text: string): ModelAnswer
}
