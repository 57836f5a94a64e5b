import {
  effectAt,
  type Effect,
  type EffectEvent,
  type EffectRequest,
  type EffectStanding,
  type StoredEffect,
} from '../effect.ts'
import type { RunKey } from '../store.ts'
import type { Client } from './client.ts'
import { changeEffects, type EffectReply } from './scripts.ts'
import { runKeys } from './shards.ts'

/** See `Store.reserveEffect`. */
export async function reserveEffect(
  client: Client,
  key: RunKey,
  { request, recordMs }: { readonly request: EffectRequest; readonly recordMs: number },
): Promise<EffectStanding> {
  const { id, tool, note, limit, needsApproval, ttlMs, holder = '' } = request
  const most = limit === null ? -1 : Math.max(0, Math.ceil(limit))
  const asked = [most, needsApproval ? 1 : 0, Math.round(ttlMs), JSON.stringify([tool, note]), holder]
  const reply = await changeEffects(client, key, ['reserve', id, recordMs, ...asked])
  if (reply === null) throw new Error('effects.lua answers every reservation')
  return standing(id, reply)
}

/** See `Store.changeEffect`. */
export async function changeEffect(
  client: Client,
  key: RunKey,
  { id, event, recordMs }: { readonly id: string; readonly event: EffectEvent; readonly recordMs: number },
): Promise<EffectStanding | null> {
  const reply = await changeEffects(client, key, [event, id, recordMs])
  return reply && standing(id, reply)
}

/** All effects that a run asked for, oldest change first. */
export async function readEffects(client: Client, key: RunKey, nowMs: number): Promise<readonly Effect[]> {
  const fields = await client.hgetall(runKeys(key).effects)
  return Object.entries(fields)
    .filter(([name]) => name.startsWith('e:'))
    .map(([name, text]) => parse(name.slice(2), text, nowMs))
    .toSorted((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
}

function standing(id: string, { text, used, accepted, nowMs }: EffectReply): EffectStanding {
  return { effect: parse(id, text, nowMs), used, accepted }
}

/** The text that effects.lua writes. */
function parse(id: string, text: string, nowMs: number): Effect {
  const [, state, attempt, since, expires, limit, ttl, holder = '', about = '[]'] =
    /^(\w+)\|(\d+)\|(\d+)\|(-?\d+)\|(-?\d+)\|(\d+)\|([^|]*)\|(.*)$/s.exec(text) ?? []
  const [tool = null, note = null] = JSON.parse(about) as (string | null)[]
  const stored: StoredEffect = {
    state: state as StoredEffect['state'],
    attempt: Number(attempt),
    atMs: Number(since),
    expiresAtMs: orNull(Number(expires)),
    refusedAt: orNull(Number(limit)),
    ttlMs: Number(ttl),
    holder: holder === '' ? null : holder,
  }
  return effectAt(stored, { id, tool, note }, nowMs)
}

function orNull(value: number): number | null {
  return value < 0 ? null : value
}
