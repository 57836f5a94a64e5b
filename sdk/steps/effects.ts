import { matchesAny, type ToolTraits } from '@loop-observer/rules'
import type { LimitHit } from '../advice/backstop.ts'

/** Most tool names that are looked up once only. */
const mostNames = 1000

/** The effects of a run: which calls are effects, and how many may be made. */
export class Effects {
  /** The limit for which an effect was refused; null while none was. */
  refused: LimitHit | null = null
  private readonly traits: ToolTraits
  private readonly limit: number | null
  private readonly known = new Map<string, boolean>()
  /** Effects that were begun: made, failed, or on. */
  private begun = 0

  /** `limit`: most effects of the run, null is no bound. */
  constructor(traits: ToolTraits, limit: number | null) {
    this.traits = traits
    this.limit = limit
  }

  /** Whether a call changes the outside world. What the caller says in `effect` and `readOnly` comes before the globs of the policy. */
  isEffect(tool: string, effect: boolean | undefined, readOnly: boolean | undefined): boolean {
    if (effect !== undefined) return effect
    return readOnly !== true && this.byName(tool)
  }

  /**
   * Takes one of the effects that the run may make, before it happens. One that fails is not given
   * back, for nobody knows how far it came. Returns the limit that forbids it, or null.
   */
  take(): number | null {
    const { begun: used, limit } = this
    if (limit !== null && used + 1 > limit) {
      this.refused = { reason: 'budget_effects', used, limit, unit: 'effects' }
      return limit
    }
    this.begun += 1
    return null
  }

  private byName(tool: string): boolean {
    let isEffect = this.known.get(tool)
    if (isEffect === undefined) {
      isEffect = !matchesAny(this.traits.readOnly, tool) && matchesAny(this.traits.effects, tool)
      if (this.known.size < mostNames) this.known.set(tool, isEffect)
    }
    return isEffect
  }
}
