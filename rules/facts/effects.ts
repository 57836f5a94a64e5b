import { hashId } from '../memory/hash.ts'
import { isCounted, isHeld, type EffectMemory, type WaitMemory } from '../memory/effect-memory.ts'
import { limitsInForce } from '../memory/limits.ts'
import type { Draft, RunMemory } from '../memory/run-memory.ts'
import { matchesAny } from '../policy/glob.ts'
import type { Policy } from '../policy/policy.ts'
import type { EffectAct, EffectStep, ToolStep } from '../words/step.ts'

/** Effects remembered by name; what is older stays counted. */
const MOST_EFFECTS = 64
/** Waits kept apart, so that two at a time are not charged twice. */
const MOST_WAITS = 32

/** True for a call that only looks: as its annotations say, else as the policy does. */
export function isReadOnly({ readOnly, tool }: ToolStep, { tools }: Pick<Policy, 'tools'>): boolean {
  return readOnly ?? matchesAny(tools.readOnly, tool)
}

/**
 * True for a call that is an effect: as its source says, else as the policy does for tools that do not only look.
 * What a person must approve is one.
 */
export function isEffect(step: ToolStep, policy: Pick<Policy, 'tools'>): boolean {
  if (step.effect || step.effectId !== undefined) return true
  const { effects, approval } = policy.tools
  return !isReadOnly(step, policy) && (matchesAny(effects, step.tool) || matchesAny(approval, step.tool))
}

/** Notes what became of an effect that was asked for. The order in which its steps arrive does not matter. */
export function noteEffect(draft: Draft, step: EffectStep): void {
  const { act, attempt } = step
  if (takes.has(act)) {
    change(draft, step.effect, (effect) => ({ ...effect, taken: Math.max(effect.taken, attempt) }))
  }
  if (givesBack.has(act)) {
    change(draft, step.effect, (effect) => ({ ...effect, givenBack: Math.max(effect.givenBack, attempt) }))
  }
  noteWait(draft, step)
}

/**
 * Counts a call that carries out the effect: once with its reservation. Of one that failed the reservation,
 * where there is one, says whether it counts: it may have been given back.
 */
export function countNamedEffect(draft: Draft, effect: string, failed: boolean): void {
  change(draft, effect, (known) => {
    const isReserved = known.taken > 0 || known.givenBack > 0
    return failed && isReserved ? known : { ...known, made: true }
  })
}

/** How many places there are for reserved effects: the limit without the effects that were made unasked. Null is no bound. */
export function reservableEffects(memory: RunMemory, policy: Pick<Policy, 'limits'>): number | null {
  const { effects } = limitsInForce(memory, policy)
  return effects === null ? null : effects - (memory.totals.effects - memory.state.heldEffects)
}

/** Time from `sinceMs` (default: the start of the first step) up to `atMs` that is not charged, milliseconds. */
export function idleMsAt(
  { state }: Pick<Draft, 'state'>,
  atMs: number,
  sinceMs = state.firstStartMs ?? 0,
): number {
  if (state.waits.length === 0) return state.idleMs
  return state.idleMs + coveredMs(state.waits, sinceMs, atMs)
}

/** True while a person's answer is waited for. */
export function isWaiting({ state }: Pick<Draft, 'state'>): boolean {
  return state.waits.some(({ fromMs, toMs }) => fromMs !== null && toMs === null)
}

const takes: ReadonlySet<EffectAct> = new Set(['granted', 'waiting', 'approved', 'done'])
const givesBack: ReadonlySet<EffectAct> = new Set(['denied', 'released'])

function change(draft: Draft, name: string, to: (effect: EffectMemory) => EffectMemory): void {
  const { state, totals } = draft
  const id = hashId(`effect:${name}`)
  const known = state.effects.find((effect) => effect.id === id)
  const before = known ?? { id, taken: 0, givenBack: 0, made: false }
  const after = to(before)
  totals.effects += Number(isCounted(after)) - Number(isCounted(before))
  state.heldEffects += Number(isHeld(after)) - Number(isHeld(before))
  const others = known === undefined ? state.effects : state.effects.filter((effect) => effect !== known)
  state.effects = [...others.slice(-(MOST_EFFECTS - 1)), after]
}

function noteWait(draft: Draft, { effect, attempt, act, endedAtMs }: EffectStep): void {
  const { state } = draft
  const id = hashId(`wait:${effect}:${attempt}`)
  const known = state.waits.find((wait) => wait.id === id)
  // Granted without an approval before it: there was no wait.
  if (act === 'refused' || act === 'done' || (act === 'granted' && known === undefined)) return
  const before = known ?? { id, fromMs: null, toMs: null }
  const after =
    act === 'waiting'
      ? { ...before, fromMs: Math.min(before.fromMs ?? endedAtMs, endedAtMs) }
      : { ...before, toMs: Math.min(before.toMs ?? endedAtMs, endedAtMs) }
  state.waits = [...state.waits.filter((wait) => wait !== known), after]
  settleOldest(draft)
  if (isWaiting(draft)) {
    if (draft.outcome === 'open') draft.outcome = 'suspended'
  } else if (draft.outcome === 'suspended') draft.outcome = 'open'
}

/** Beyond the waits kept apart, the oldest that is over counts by itself. */
function settleOldest({ state }: Draft): void {
  if (state.waits.length <= MOST_WAITS) return
  const over = state.waits.find(({ toMs }) => toMs !== null) ?? state.waits[0]
  if (over === undefined) return
  state.waits = state.waits.filter((wait) => wait !== over)
  if (over.toMs !== null) state.idleMs += coveredMs([over], state.firstStartMs ?? 0, over.toMs)
}

/** Length of the union of the waits between `sinceMs` and `untilMs`. */
function coveredMs(waits: readonly WaitMemory[], sinceMs: number, untilMs: number): number {
  const spans = waits
    .flatMap(({ fromMs, toMs }) => (fromMs === null ? [] : [[fromMs, toMs ?? untilMs] as const]))
    .toSorted(([a], [b]) => a - b)
  let covered = 0
  let reached = sinceMs
  for (const [from, to] of spans) {
    const end = Math.min(to, untilMs)
    covered += Math.max(0, end - Math.max(from, reached))
    reached = Math.max(reached, end)
  }
  return covered
}
