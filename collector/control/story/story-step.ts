import type { AckStep, Observation, Preview, SourceRank, StepRecord } from '@loop-observer/rules'

interface Base {
  readonly id: string
  readonly lane: string
  readonly startedAtMs: number
}

/** A call, as much of it as a story needs. */
export interface StoryCall extends Base {
  readonly kind: 'tool'
  readonly tool: string
  readonly callId: string | null
  readonly rank: SourceRank
  readonly failed: boolean
  readonly result: Result
}

/** What came back, told later than the call it belongs to. */
interface StoryAmendment extends Base {
  readonly kind: 'amendment'
  readonly callId: string
  readonly failed: boolean
  readonly result: Result
}

/** How far a decision got, as the agent acknowledged. */
interface StoryAck extends Base {
  readonly kind: 'ack'
  readonly seq: number
  readonly stage: AckStep['stage']
}

/** A step of a run without the sketches that rules compare: logs are long. */
export type StoryStep =
  | StoryCall
  | StoryAmendment
  | StoryAck
  | (Base & { readonly kind: 'check' })
  | (Base & { readonly kind: 'other' })

/** What came back from a call. */
export interface Result {
  readonly state: Observation['state']
  /** Null for what is not known. */
  readonly fingerprint: string | null
  /** One line of what people may see of it, or null. */
  readonly text: string | null
}

/** Of what came back, characters kept. */
const longestChars = 160

/** The record, for a story. */
export function storyStep({ step, preview }: StepRecord): StoryStep {
  const { id, lane, startedAtMs } = step
  const base = { id, lane, startedAtMs }
  if (step.kind === 'tool') {
    const { kind, tool, callId, rank, ok, error } = step
    return {
      ...base,
      kind,
      tool,
      callId,
      rank,
      failed: ok === false || error !== null,
      ...result(step, preview),
    }
  }
  if (step.kind === 'amendment') {
    const { kind, callId, error } = step
    return { ...base, kind, callId, failed: error !== null, ...result(step, preview) }
  }
  if (step.kind === 'ack') return { ...base, kind: step.kind, seq: step.seq, stage: step.stage }
  return { ...base, kind: step.kind === 'check' ? 'check' : 'other' }
}

function result(
  { observation }: { readonly observation: Observation },
  preview: Preview | null,
): { readonly result: Result } {
  const { state } = observation
  const shown = preview?.observation ?? null
  const fingerprint = observation.state === 'known' ? observation.fingerprint : null
  return { result: { state, fingerprint, text: shown === null ? null : shortened(shown) } }
}

function shortened(preview: string): string {
  const line = preview
    .slice(0, 4 * longestChars)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > longestChars ? `${line.slice(0, longestChars - 1)}…` : line
}
