import { matchesAny, type ToolTraits } from '@loop-observer/rules'
import type { LimitHit } from '../advice/backstop.ts'
import type { Denial } from './effect-refused.ts'

/** Most tool names that are looked up once only. */
const mostNames = 1000

/** The effects of a run as this process knows them: which calls are effects, and how many may be made. */
export class Effects {
  /** The limit for which an effect was refused; null while none was. */
  refused: LimitHit | null = null
  private traits: ToolTraits
  private readonly limit: number | null
  private readonly known = new Map<string, boolean>()
  /** Names of the effects that were begun and not given back: made, failed half-way, or on. */
  private readonly taken = new Set<string>()

  /** `limit`: most effects of the run, null is no bound. */
  constructor(traits: ToolTraits, limit: number | null) {
    this.traits = traits
    this.limit = limit
  }

  /** What tools do is known otherwise from here on. */
  learn(traits: ToolTraits): void {
    this.traits = traits
    this.known.clear()
  }

  /** Effects that count as used. */
  get used(): number {
    return this.taken.size
  }

  /** Whether a call changes the outside world. What the caller says in `effect` and `readOnly` comes before the globs of the policy. */
  isEffect(tool: string, effect: boolean | undefined, readOnly: boolean | undefined): boolean {
    if (effect !== undefined) return effect
    return readOnly !== true && this.byName(tool)
  }

  /** Whether a person must approve it, by the name of its tool. */
  needsApproval(tool: string): boolean {
    return matchesAny(this.traits.approval, tool)
  }

  /** Takes a place for an effect before it happens. Null: it has one now. */
  take(id: string): Denial | null {
    const { limit, used } = this
    if (this.taken.has(id)) return { reason: 'used', used, limit }
    if (limit !== null && used + 1 > limit) {
      this.refuse(used, limit)
      return { reason: 'limit', used, limit }
    }
    this.taken.add(id)
    return null
  }

  /** It was not made: its place is free. */
  giveBack(id: string): void {
    this.taken.delete(id)
  }

  /** Notes the limit for which an effect was refused: the run is to end. */
  refuse(used: number, limit: number): void {
    this.refused = { reason: 'budget_effects', used, limit, unit: 'effect' }
  }

  private byName(tool: string): boolean {
    let isEffect = this.known.get(tool)
    if (isEffect === undefined) {
      const { effects, readOnly } = this.traits
      isEffect = !matchesAny(readOnly, tool) && (matchesAny(effects, tool) || this.needsApproval(tool))
      if (this.known.size < mostNames) this.known.set(tool, isEffect)
    }
    return isEffect
  }
}
