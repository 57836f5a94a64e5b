import {
  effectAt,
  type Effect,
  type EffectEvent,
  type EffectRequest,
  type EffectStanding,
  type StoredEffect,
} from '../effect.ts'
import type { Retention, RunKey } from '../store.ts'
import { rowsOf, type Statements } from './statements.ts'

/** What the effects of a run are kept with. */
export interface EffectContext {
  readonly statements: Statements
  readonly retention: Retention
  readonly nowMs: number
}

interface EffectRow extends StoredEffect {
  readonly id: string
  readonly tool: string | null
  readonly note: string | null
}

/** See `Store.reserveEffect`; the caller provides the transaction. */
export function reserveEffect(context: EffectContext, key: RunKey, request: EffectRequest): EffectStanding {
  const { statements, nowMs } = context
  const before = statements.effectOf.get(key, request.id) as EffectRow | undefined
  if (before !== undefined && !mayAskAgain(before, request.limit)) {
    return standing(context, key, claimed(context, key, before, request), true)
  }
  const { id, tool, note, limit, ttlMs, needsApproval } = request
  const isFree = limit === null || used(context, key) < limit
  const state = !isFree ? 'refused' : needsApproval ? 'waiting' : 'granted'
  const after: EffectRow = {
    id,
    tool,
    note,
    state,
    attempt: (before?.attempt ?? 0) + 1,
    atMs: nowMs,
    expiresAtMs: state === 'granted' ? nowMs + ttlMs : null,
    refusedAt: state === 'refused' ? limit : null,
    ttlMs,
    holder: state === 'granted' ? (request.holder ?? null) : null,
  }
  put(context, key, after)
  return standing(context, key, after, true)
}

/** The first with a name who is told that it may be made holds it. */
function claimed(
  context: EffectContext,
  key: RunKey,
  before: EffectRow,
  { holder }: EffectRequest,
): EffectRow {
  const { state } = effectAt(before, before, context.nowMs)
  if (state !== 'granted' || before.holder !== null || holder === undefined) return before
  const after = { ...before, holder }
  put(context, key, after)
  return after
}

/** See `Store.changeEffect`; the caller provides the transaction. */
export function changeEffect(
  context: EffectContext,
  key: RunKey,
  { id, event }: { readonly id: string; readonly event: EffectEvent },
): EffectStanding | null {
  const before = context.statements.effectOf.get(key, id) as EffectRow | undefined
  if (before === undefined) return null
  const { state } = effectAt(before, before, context.nowMs)
  if (settled[event].has(state)) return standing(context, key, before, true)
  if (!from[event].has(state)) return standing(context, key, before, false)
  const after: EffectRow = {
    ...before,
    state: event === 'approved' ? 'granted' : event,
    atMs: context.nowMs,
    expiresAtMs: event === 'approved' ? context.nowMs + before.ttlMs : null,
  }
  put(context, key, after)
  return standing(context, key, after, true)
}

/** All effects that a run asked for, oldest change first. */
export function readEffects(statements: Statements, key: RunKey, nowMs: number): readonly Effect[] {
  const rows = rowsOf<EffectRow>(statements.effectsOf.all(key))
  return rows.map((row) => effectAt(row, row, nowMs))
}

type States = ReadonlySet<Effect['state']>

/** States in which an event changes something. */
const from: Readonly<Record<EffectEvent, States>> = {
  approved: new Set(['waiting']),
  denied: new Set(['waiting']),
  done: new Set(['granted', 'expired']),
  released: new Set(['granted', 'waiting']),
}

/** States in which it was said already, or changes nothing. */
const settled: Readonly<Record<EffectEvent, States>> = {
  approved: new Set(['granted', 'expired', 'done']),
  denied: new Set(['denied']),
  done: new Set(['done']),
  released: new Set(['released', 'denied', 'refused']),
}

/** One that was given back; one that was refused, once the limit is higher than it was then. */
function mayAskAgain({ state, refusedAt }: EffectRow, limit: number | null): boolean {
  if (state === 'released') return true
  return state === 'refused' && (limit === null || limit > (refusedAt ?? 0))
}

function used({ statements }: EffectContext, key: RunKey): number {
  return Number(statements.usedEffects.get(key)?.['used'] ?? 0)
}

function put({ statements, retention, nowMs }: EffectContext, key: RunKey, effect: EffectRow): void {
  const { id, state, attempt, atMs, expiresAtMs, refusedAt, ttlMs, tool, note, holder } = effect
  const keptUntil = nowMs + retention.recordMs
  statements.putEffect.run(
    key,
    id,
    state,
    attempt,
    atMs,
    expiresAtMs,
    refusedAt,
    ttlMs,
    tool,
    note,
    holder,
    keptUntil,
  )
}

function standing(context: EffectContext, key: RunKey, row: EffectRow, accepted: boolean): EffectStanding {
  return { effect: effectAt(row, row, context.nowMs), used: used(context, key), accepted }
}
