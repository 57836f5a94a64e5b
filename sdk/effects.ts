import { matchesAny, type ToolTraits } from '@loop-observer/rules'

/** Says whether calls of a tool change the outside world, as the rules do; each name is looked up once. */
export class Effects {
  private readonly traits: ToolTraits
  private readonly known = new Map<string, boolean>()

  constructor(traits: ToolTraits) {
    this.traits = traits
  }

  /** `effect` and `readOnly`: what the caller says, which comes before the globs of the policy. */
  isEffect(tool: string, effect: boolean | undefined, readOnly: boolean | undefined): boolean {
    if (effect !== undefined) return effect
    return readOnly !== true && this.byName(tool)
  }

  private byName(tool: string): boolean {
    let isEffect = this.known.get(tool)
    if (isEffect === undefined) {
      isEffect = !matchesAny(this.traits.readOnly, tool) && matchesAny(this.traits.effects, tool)
      if (this.known.size < 1000) this.known.set(tool, isEffect)
    }
    return isEffect
  }
}
