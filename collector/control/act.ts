import { randomUUID } from 'node:crypto'
import type { Preview, Step, StepBase } from '@loop-observer/rules'
import type { Principal } from '../http/principal.ts'
import type { RunIntro } from '../judging/judging.ts'
import { introOf } from '../judging/marks.ts'
import type { ControlContext } from './context.ts'
import { attributesOf, nameOf } from './query.ts'
import { locate, readRun, type RunAddress } from './run-address.ts'
import { judgedState } from './run-state.ts'
import { json, type BodyResponse } from '../http/response.ts'
import { standingOf } from './advice.ts'

/** Fields that a step carries which somebody told us, instead of a span. */
export interface ToldStep {
  /** What it is, with what makes it unique in the run: told twice, it counts once. Null: each counts. */
  readonly id: string | null
  readonly lane: string
  /** When it happened, milliseconds since the epoch. */
  readonly atMs: number
}

/** The base of a step that somebody told us. */
export function toldBase(context: ControlContext, { id, lane, atMs }: ToldStep): StepBase {
  return {
    id: id ?? `told:${randomUUID()}`,
    lane,
    startedAtMs: atMs,
    endedAtMs: atMs,
    receivedAtMs: context.store.now(),
    sequence: null,
    traceId: null,
    spanId: null,
  }
}

/** Who a known run is. Throws PermanentError `not_found`. */
export async function knownRun(
  context: ControlContext,
  principal: Principal,
  name: string,
): Promise<RunIntro> {
  const { address, stored } = await readRun(context.store, principal.tenant, name)
  return introOf(address.key, stored.summary)
}

/** A run that somebody names, and who it shall be when it is not known yet. */
interface NamedRun {
  readonly principal: Principal
  /** The run of the path. */
  readonly name: string
  /** `agent`, `task` and `attributes` of a run not seen before. */
  readonly query: URLSearchParams
}

/** Who a run is; one that is not known begins with this, as with a checkpoint. */
export async function namedRun(
  { store }: Pick<ControlContext, 'store'>,
  { principal, name, query }: NamedRun,
): Promise<RunIntro> {
  const address = await locate(store, principal.tenant, name)
  const stored = await store.read(address.key)
  return stored === null ? newcomer(address, query) : introOf(address.key, stored.summary)
}

/** Who a run not seen before is, as the query of the first request about it says. */
export function newcomer(
  { key, run, tenant }: RunAddress,
  query: URLSearchParams,
  source: RunIntro['source'] = 'sdk',
): RunIntro {
  return {
    ...introOf(key, null),
    run,
    tenant,
    agent: nameOf(query, 'agent'),
    task: nameOf(query, 'task'),
    source,
    attributes: attributesOf(query),
  }
}

/** Puts a step into the run's log, has the run judged, and answers with its state. */
export async function tell(
  context: ControlContext,
  intro: RunIntro,
  step: Step,
  preview: Preview | null = null,
): Promise<BodyResponse> {
  await context.judge.acceptAndSettle({ intro, records: [{ step, preview }] }, '*')
  return json(200, standingOf(await judgedState(context, intro.key)))
}
