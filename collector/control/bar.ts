import { createHash } from 'node:crypto'
import {
  barOf,
  numberInBar,
  raiseBar,
  type BarStep,
  type Criterion,
  type RunMemory,
} from '@loop-observer/rules'
import { PermanentError } from '../errors/errors.ts'
import { requireRight, type Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import type { RunIntro } from '../judging/judging.ts'
import { namedRun, toldBase } from './act.ts'
import { standingOf } from './advice.ts'
import type { ControlContext } from './context.ts'
import { jsonBody } from './json-body.ts'
import { readRun } from './run-address.ts'
import { judgedState, type RunState } from './run-state.ts'
import { barBody } from './schemas/bar.ts'

type Told = Pick<BarStep, 'bar' | 'inherited' | 'retired'>

/**
 * `POST /v1/runs/{run}/bar`: the criteria that checks of the run measure against are registered, or taken
 * over from its `parent`; a person retires some. Told twice, it counts once. Creates the run when it is
 * unknown. Throws PermanentError `conflict` when a criterion of the bar is missing or reads otherwise,
 * `forbidden` for who may not retire, `not_found` for an unknown parent.
 */
export async function bar(
  context: ControlContext,
  request: HttpRequest,
  { params, principal }: RouteContext<Principal>,
): Promise<BodyResponse> {
  const { criteria, parent, retire } = await jsonBody(request, barBody)
  if (retire !== undefined) requireRight(principal, 'control')
  const intro = await namedRun(context, { principal, name: params.run ?? '', query: request.query })
  const shown = criteria === undefined ? null : digests(criteria, context)
  const told: Told = {
    bar: shown ?? {},
    ...(parent === undefined ? {} : { inherited: await criteriaOf(context, { intro, principal, parent }) }),
    ...(retire === undefined ? {} : { retired: retire }),
  }
  refuseLower(await settle(context, intro, null), shown, retire)
  const state = await settle(context, intro, told)
  // Somebody else may have registered another bar at the same moment; it was there first then.
  refuseLower(state, shown, [])
  const { criteria: held, retired } = barOf(memoryOf(state))
  const inherited = held.filter((criterion) => criterion.inherited === true)
  return json(200, { ...standingOf(state), criteria: namesOf(held), inherited: namesOf(inherited), retired })
}

function namesOf(criteria: readonly Criterion[]): readonly string[] {
  return criteria.map(({ name }) => name)
}

function digests(
  criteria: Readonly<Record<string, string | number>>,
  { hashing }: ControlContext,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(criteria).map(([name, content]) => [name.trim(), contentOf(content, hashing)]),
  )
}

function contentOf(content: string | number, hashing: ControlContext['hashing']): string {
  if (typeof content === 'number') return numberInBar(content)
  return isDigest.test(content) ? content : hashing.digest(content.replace(/\s+/g, ' ').trim())
}

/** Of a text, or of a number as `numberInBar` has it. */
const isDigest = /^(?:[0-9a-f]{32}|number:-?\d{1,15}(?:\.\d{1,15})?)$/

async function criteriaOf(
  { store }: ControlContext,
  asked: { readonly intro: RunIntro; readonly principal: Principal; readonly parent: string },
) {
  const { stored, address } = await readRun(store, asked.principal.tenant, asked.parent)
  if (address.key === asked.intro.key) throw new PermanentError('bad_request', 'a run is not its own parent')
  return stored.memory === null ? [] : barOf(stored.memory).criteria
}

function refuseLower(
  state: RunState,
  shown: Readonly<Record<string, string>> | null,
  retire: readonly string[] = [],
): void {
  const { criteria, retired } = barOf(memoryOf(state))
  const standing = criteria.filter(({ name }) => !retire.includes(name))
  const lowered = raiseBar({ bar: standing, retired }, shown)
  if (lowered.length === 0) return
  throw new PermanentError(
    'conflict',
    `the bar would fall: ${lowered.join(', ')} ${lowered.length === 1 ? 'is' : 'are'} missing or changed. Only an operator retires a criterion`,
  )
}

/** Tells it, has everything judged, and answers with the state. */
async function settle(context: ControlContext, intro: RunIntro, told: Told | null): Promise<RunState> {
  const records = told === null ? [] : [{ step: barStep(context, told), preview: null }]
  await context.judge.acceptAndSettle({ intro, records }, '*')
  return judgedState(context, intro.key)
}

function barStep(context: ControlContext, told: Told): BarStep {
  const digest = createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 32)
  const base = toldBase(context, { id: `bar:${digest}`, lane: '*', atMs: context.store.now() })
  return { ...base, kind: 'bar', ...told }
}

function memoryOf({ stored }: RunState): RunMemory {
  if (stored.memory === null) throw new Error('a run that was just judged has a memory')
  return stored.memory
}
