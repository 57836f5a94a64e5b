/** What may have become of an effect that a run asked for; an expired one was granted and never confirmed. */
export const effectStates = [
  'granted',
  'waiting',
  'refused',
  'denied',
  'done',
  'released',
  'expired',
] as const

/** One of {@link effectStates}. Granted, waiting, done and expired ones count as used. */
type EffectState = (typeof effectStates)[number]

/** An effect that a run asked for before making it. */
export interface Effect {
  /** The agent's name for it, unique in the run. */
  readonly id: string
  readonly state: EffectState
  /** How often a place was asked for, from 1: one that was given back or refused may be asked for again. */
  readonly attempt: number
  readonly tool: string | null
  readonly note: string | null
  /** Since when it is in this state, on the store's clock, milliseconds since the epoch. */
  readonly atMs: number
  /** When it expires, or expired, unless it is confirmed; null in states that do not. */
  readonly expiresAtMs: number | null
  /** Who was told first that it may be made; null while nobody was who has a name. */
  readonly holder: string | null
}

/** What a run asks for. */
export interface EffectRequest {
  readonly id: string
  readonly tool: string | null
  readonly note: string | null
  /** How many effects of the run may be reserved in all; null is no bound. */
  readonly limit: number | null
  readonly needsApproval: boolean
  /** How long it may stay unconfirmed once it is granted, milliseconds. */
  readonly ttlMs: number
  /** Who asks; absent when they have no name. The first to be told that it may be made holds it. */
  readonly holder?: string
}

/** What is said about an effect later: by a person the first two, by the agent the others. */
export type EffectEvent = 'approved' | 'denied' | 'done' | 'released'

/** An effect, after something was said about it. */
export interface EffectStanding {
  readonly effect: Effect
  /** Effects of the run that count as used. */
  readonly used: number
  /** False when the effect is in a state in which that cannot be said; nothing has changed then. */
  readonly accepted: boolean
}

/** An effect as a store keeps it: expiry is a matter of reading. */
export interface StoredEffect {
  readonly state: Exclude<EffectState, 'expired'>
  readonly attempt: number
  readonly atMs: number
  readonly expiresAtMs: number | null
  /** Limit at which it was refused; null in other states. */
  readonly refusedAt: number | null
  readonly ttlMs: number
  readonly holder: string | null
}

/** What an effect looks like now. */
export function effectAt(
  stored: StoredEffect,
  { id, tool, note }: Pick<Effect, 'id' | 'tool' | 'note'>,
  nowMs: number,
): Effect {
  const { attempt, atMs, expiresAtMs, holder } = stored
  const hasExpired = stored.state === 'granted' && expiresAtMs !== null && expiresAtMs <= nowMs
  return { id, state: hasExpired ? 'expired' : stored.state, attempt, tool, note, atMs, expiresAtMs, holder }
}
