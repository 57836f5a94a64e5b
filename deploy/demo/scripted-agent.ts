import type { Decision, Outcome, Reason } from '@loop-observer/rules'

/** A tool call, and what the tool says to it. */
export interface Call {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly result: string
  /** How long the agent thinks before it makes the call, milliseconds. Default 40. */
  readonly afterMs?: number
}

/** What an agent does in one turn: it makes a call, or it answers and is done. */
export type Action = Call | { readonly answer: string }

/** How a run must have gone, as `/v1/runs` tells it afterwards. */
interface Expected {
  readonly outcome: Outcome
  /** Of the decision that ended the run; null when none did. */
  readonly reason: Reason | null
  /** What was decided, in order. */
  readonly decisions: readonly Decision['action'][]
}

/** An agent that needs no model and no key: each of its turns is written down. */
export interface ScriptedAgent {
  readonly name: string
  /** What it does, in a few words. */
  readonly does: string
  readonly task: string
  /** What it does in turn 0, 1, 2, … as long as nobody tells it otherwise. */
  readonly turn: (index: number) => Action
  /** What it answers when it is nudged. Absent: it does not listen. */
  readonly whenNudged?: string
  readonly expected: Expected
}

/** The agents' own limit on turns. Without an observer it is all that stops a loop. */
export const stepLimit = 25
