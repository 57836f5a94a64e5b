import { endsByItself, isLimit, maskSecrets, type Limits } from '@loop-observer/rules'
import { PermanentError } from '../errors/errors.ts'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import type { BodyResponse } from '../http/response.ts'
import type { RunIntro } from '../judging/judging.ts'
import { knownRun, tell, toldBase } from './act.ts'
import type { ControlContext } from './context.ts'
import { jsonBody } from './json-body.ts'
import { readState, type RunState } from './run-state.ts'
import { haltBody, resumeBody } from './schemas/bodies.ts'
import { limitWords, useText, usedUp } from './used-up.ts'

/**
 * `POST /v1/runs/{run}/halt`: a person stops the run. Throws PermanentError `not_found`, `conflict` when
 * the run has ended by itself.
 */
export async function halt(
  context: ControlContext,
  request: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const { note, id } = await jsonBody(request, haltBody)
  const intro = await knownRun(context, principal, params.run ?? '')
  await allow(context, intro, stepIdOf('halt', id), haltable)
  return tell(context, intro, {
    ...operatorBase(context, stepIdOf('halt', id)),
    act: 'halt',
    note: note === undefined ? null : maskSecrets(note),
    limits: null,
  })
}

/**
 * `POST /v1/runs/{run}/resume`: a person lets the run, and its halted lanes, go on; `limits` replace
 * those of the policy from here on, `tools` say which it may use. Throws PermanentError `not_found`,
 * `conflict` when nothing of the run was stopped, or a limit would stop it again at once: the one that stopped it, or one
 * of `limits`.
 */
export async function resume(
  context: ControlContext,
  request: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const { note, limits, tools, id } = await jsonBody(request, resumeBody)
  const intro = await knownRun(context, principal, params.run ?? '')
  const named = limits === undefined ? {} : given(limits)
  await allow(
    context,
    intro,
    stepIdOf('resume', id),
    (state) => resumable(state) ?? stillUsedUp(state, named),
  )
  return tell(context, intro, {
    ...operatorBase(context, stepIdOf('resume', id)),
    act: 'resume',
    note: note === undefined ? null : maskSecrets(note),
    limits: limits === undefined ? null : named,
    ...(tools === undefined ? {} : { tools: { allow: tools.allow ?? null, deny: tools.deny ?? [] } }),
  })
}

/** Throws PermanentError `conflict` with what speaks against the act, unless the act `id` was done before. */
async function allow(
  context: ControlContext,
  { key }: RunIntro,
  id: string | null,
  objection: (state: RunState) => string | null,
): Promise<void> {
  const state = await readState(context, key, 0)
  const said = state === null ? null : objection(state)
  if (state === null || said === null) return
  if (id !== null && (await isInLog(context, state, id))) return
  throw new PermanentError('conflict', said)
}

function haltable({ summary }: RunState): string | null {
  const { run, outcome, halted } = summary
  return endsByItself(outcome) && !halted ? `run ${run} has ended: ${outcome}` : null
}

function resumable({ summary, decisions }: RunState): string | null {
  const { run, outcome, halted, resumedSeq } = summary
  const isStopped = halted || outcome === 'halted' || outcome === 'escalated' || outcome === 'suspended'
  const hasHaltedLane = decisions.some(
    ({ seq, action, enforced }) => seq > resumedSeq && enforced && action !== 'nudge',
  )
  if (isStopped || (hasHaltedLane && outcome === 'open')) return null
  return `run ${run} is ${outcome}: nothing of it was stopped`
}

/** What speaks against going on: the limit that ended the run is met still, or one that was named is used up already. */
function stillUsedUp(
  { summary: { run, resumedSeq, totals }, decisions, limits }: RunState,
  named: Partial<Limits>,
): string | null {
  const stop = decisions.findLast(
    ({ seq, action, enforced }) => seq > resumedSeq && enforced && action !== 'nudge',
  )
  const isAtLimit = stop !== undefined && isLimit(stop.reason)
  const left = usedUp(totals, { ...limits, ...named }).filter(({ name }) => isAtLimit || name in named)
  if (left.length === 0) return null
  const uses = left.map(({ name, used, limit }) => useText(name, used, limit))
  const flags = left.map(({ name, larger }) => `${limitWords[name].flag} ${larger}`)
  return (
    `run ${run} has used ${uses.join(' and ')}: it would be stopped again at its next step. ` +
    `Resume it with a larger limit (${flags.join(' ')}; over HTTP ${left.map(({ name }) => `limits.${name}`).join(', ')})`
  )
}

/** How far back an act that is sent again is looked for, records. */
const repeatedWithin = 200

async function isInLog({ store }: ControlContext, { stored }: RunState, id: string): Promise<boolean> {
  const from = Math.max(0, stored.version - repeatedWithin)
  const { records } = await store.steps(stored.key, from, repeatedWithin)
  return records.some(({ step }) => step.id === id)
}

/** Ids hold for one kind of act: who halts and resumes under one id does both. */
function stepIdOf(act: 'halt' | 'resume', id: string | undefined): string | null {
  return id === undefined ? null : `${act}:${id}`
}

function operatorBase(context: ControlContext, id: string | null) {
  const atMs = context.store.now()
  return { ...toldBase(context, { id, lane: '*', atMs }), kind: 'operator' as const }
}

/** Only the limits that were named. */
function given(limits: { readonly [Name in keyof Limits]?: number | null | undefined }): Partial<Limits> {
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))
}
