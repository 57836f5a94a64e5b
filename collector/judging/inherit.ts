import { barOf, type StepRecord } from '@loop-observer/rules'
import type { RunKey, Store } from '../store/store.ts'
import type { BoundSteps, RunIntro } from './judging.ts'
import { mark } from './marks.ts'

/** Where a parent's bar is found. */
export interface InheritanceParts {
  readonly store: Pick<Store, 'read' | 'now'>
  /** True for a run whose memory this process holds: what it inherits, it has. */
  readonly isHeld: (key: RunKey) => boolean
}

/**
 * Puts the bar of the parent run before the first steps of a run that was started by another: it is
 * referenced once and never restated by the agent. What the parent adds later is not inherited.
 */
export async function withParentBar(bound: BoundSteps, parts: InheritanceParts): Promise<BoundSteps> {
  const { intro, records } = bound
  if (intro.parent === undefined || parts.isHeld(intro.key)) return bound
  const known = await parts.store.read(intro.key)
  if (known !== null && (known.memory === null || barOf(known.memory).criteria.length > 0)) return bound
  const inherited = await parentBar(intro, intro.parent, parts.store)
  return inherited === null ? bound : { intro, records: [inherited, ...records] }
}

/** The step by which a run takes over the bar of `parent`, a run of the same tenant; null when that has none. */
async function parentBar(
  { key, tenant }: Pick<RunIntro, 'key' | 'tenant'>,
  parent: string,
  store: InheritanceParts['store'],
): Promise<StepRecord | null> {
  const parentKey = `${tenant}/${parent}`
  const memory = parentKey === key ? null : ((await store.read(parentKey))?.memory ?? null)
  const criteria = memory === null ? [] : barOf(memory).criteria
  if (criteria.length === 0) return null
  const base = mark(`bar:parent:${parent}`, '*', store.now())
  return { step: { ...base, kind: 'bar', bar: {}, inherited: criteria }, preview: null }
}
