import {
  limitClasses,
  modes,
  reasons,
  type Decision,
  type Handover,
  type Mode,
  type ToolAccess,
  type ToolTraits,
  type Totals,
} from '@loop-observer/rules'
import { parsedJson } from '../given.ts'

/** What the observer answered to a question. */
export interface Answer {
  /** Newest decision number of the run: where the next question starts. */
  readonly seq: number
  /** What to do now; null is to go on. */
  readonly decision: Decision | null
  /** Lanes that are stopped, of those that were asked for; null when it does not say. */
  readonly stoppedLanes: readonly string[] | null
  /** Stops of single lanes that were not known when it was asked, oldest first. */
  readonly laneStops: readonly Decision[]
  /** How far the observer goes with this run; null when it does not say. */
  readonly mode: Mode | null
  /** Tools that an operator left to the run; null when nothing was said about them. */
  readonly tools: ToolAccess | null
  /** What the observer's policy says of what tools do, otherwise than by default. */
  readonly toolTraits: Readonly<Partial<ToolTraits>>
}

/** Reads an answer. Null for anything that is not one, whatever it is. */
export function readAnswer(text: string): Answer | null {
  const value = parsedJson(text)
  if (!isRecord(value) || typeof value.action !== 'string') return null
  const seq = whole(value.seq)
  const mode = modes.find((known) => known === value.mode) ?? null
  const stoppedLanes = Array.isArray(value.stoppedLanes) ? list(value.stoppedLanes, mostLanes) : null
  const lanes = {
    mode,
    stoppedLanes,
    laneStops: readLaneStops(value.decisions),
    tools: readTools(value.tools),
    toolTraits: readTraits(value.toolTraits),
  }
  if (value.action === 'continue') return { seq, decision: null, ...lanes }
  const decision = readDecision(value.decision)
  return decision === null ? null : { seq: Math.max(seq, decision.seq), decision, ...lanes }
}

/** Longest text that is taken from an answer, characters. */
const textChars = 8000
/** Most lanes that are taken from an answer. */
const mostLanes = 1024

function readTools(value: unknown): ToolAccess | null {
  if (!isRecord(value)) return null
  return { allow: Array.isArray(value.allow) ? list(value.allow) : null, deny: list(value.deny) }
}

function readTraits(value: unknown): Readonly<Partial<ToolTraits>> {
  if (!isRecord(value)) return {}
  const told = (['effects', 'approval', 'readOnly', 'checks'] as const).filter((name) =>
    Array.isArray(value[name]),
  )
  return Object.fromEntries(told.map((name) => [name, list(value[name], mostGlobs)]))
}

const mostGlobs = 256

function readLaneStops(value: unknown): readonly Decision[] {
  if (!Array.isArray(value)) return []
  return value
    .slice(-mostLanes)
    .map(readDecision)
    .filter((each) => each !== null)
    .filter(({ scope, action, enforced }) => scope === 'lane' && action !== 'nudge' && enforced)
}

function readDecision(value: unknown): Decision | null {
  if (!isRecord(value)) return null
  const action = (['nudge', 'halt', 'escalate'] as const).find((known) => known === value.action)
  const reason = reasons.find((known) => known === value.reason)
  if (action === undefined || reason === undefined) return null
  const limitClass = limitClasses.find((known) => known === value.class)
  const evidence = isRecord(value.evidence) ? value.evidence : {}
  return {
    run: words(value.run),
    seq: whole(value.seq),
    scope: value.scope === 'lane' ? 'lane' : 'run',
    lane: words(value.lane),
    action,
    reason,
    ...(limitClass === undefined ? {} : { class: limitClass }),
    enforced: value.enforced !== false,
    message: words(value.message),
    explanation: words(value.explanation),
    step: words(value.step),
    loop: words(value.loop),
    evidence: {
      steps: list(evidence.steps),
      spans: list(evidence.spans),
      fingerprints: list(evidence.fingerprints),
      counts: counts(evidence.counts),
    },
    tried: list(value.tried),
    missing: words(value.missing),
    totals: totals(value.totals),
    resumable: value.resumable !== false,
    policyVersion: words(value.policyVersion),
    engineVersion: words(value.engineVersion),
    issuedAtMs: amount(value.issuedAtMs),
    ...(isRecord(value.handover) ? { handover: readHandover(value.handover) } : {}),
  }
}

function readHandover({ traceId, otherTools }: Fields): Handover {
  return { traceId: typeof traceId === 'string' ? traceId.slice(0, 64) : null, otherTools: list(otherTools) }
}

type Fields = Readonly<Record<string, unknown>>

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function words(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, textChars) : ''
}

function list(value: unknown, most = 64): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.filter((item) => typeof item === 'string').slice(0, most)
}

function counts(value: unknown): Readonly<Record<string, number>> {
  if (!isRecord(value)) return {}
  const entries = Object.entries(value).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
  return Object.fromEntries(entries.slice(0, 64))
}

function totals(value: unknown): Totals {
  const fields = isRecord(value) ? value : {}
  return {
    steps: amount(fields.steps),
    toolCalls: amount(fields.toolCalls),
    tokens: amount(fields.tokens),
    costUsd: amount(fields.costUsd),
    seconds: amount(fields.seconds),
    effects: amount(fields.effects),
  }
}

function amount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function whole(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0
}
