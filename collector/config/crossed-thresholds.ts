import type { PolicyFile, PolicyOverride, Preset, Rule } from '@loop-observer/rules'
import { snakeCase } from './case.ts'
import type { Path } from './yaml-source.ts'

/** A threshold that would never be reached, at the place that made it so. */
export interface CrossedThreshold {
  readonly path: Path
  readonly message: string
}

/**
 * Thresholds below the one that they may not be below (`SettingSpec.atLeast`): of what holds for all
 * runs, and of each route together with that. What is wrong for all runs is not said again for a route.
 */
export function crossedThresholds(file: PolicyFile, rules: readonly Rule[]): readonly CrossedThreshold[] {
  const preset = file.preset ?? 'balanced'
  const whole = crossedIn([{ path: [], override: file }], preset, rules)
  if (whole.length > 0) return whole
  return (file.routes ?? []).flatMap((route, index) => {
    const scopes = [
      { path: [], override: file },
      { path: ['routes', index], override: route },
    ]
    return crossedIn(scopes, route.preset ?? preset, rules)
  })
}

/** Where something is said; of several scopes the last that says it counts. */
interface Scope {
  readonly path: Path
  readonly override: PolicyOverride
}

function crossedIn(
  scopes: readonly Scope[],
  preset: Preset,
  rules: readonly Rule[],
): readonly CrossedThreshold[] {
  return rules.flatMap((rule) =>
    Object.entries(rule.settings).flatMap(([name, { atLeast }]) => {
      if (atLeast === undefined) return []
      const upper = said(scopes, rule, name, preset)
      const lower = said(scopes, rule, atLeast, preset)
      return upper.value >= lower.value ? [] : [complaint({ rule, scopes, preset, upper, lower })]
    }),
  )
}

interface Said {
  readonly name: string
  readonly value: number
  /** Null where the preset says it. */
  readonly scope: Scope | null
}

function said(scopes: readonly Scope[], rule: Rule, name: string, preset: Preset): Said {
  const scope = scopes.findLast((each) => each.override.rules?.[rule.reason]?.settings?.[name] !== undefined)
  const own = scope?.override.rules?.[rule.reason]?.settings?.[name]
  const value = own ?? rule.settings[name]?.[preset] ?? 0
  return { name: snakeCase(name), value, scope: scope ?? null }
}

interface Crossing {
  readonly rule: Rule
  readonly scopes: readonly Scope[]
  readonly preset: Preset
  readonly upper: Said
  readonly lower: Said
}

/** Said at the innermost place that has a part in it: a threshold, else the preset of a route. */
function complaint({ rule, scopes, preset, upper, lower }: Crossing): CrossedThreshold {
  const by = ({ scope }: Said): string => (scope === null ? ` under ${preset}` : '')
  const last = scopes.at(-1) ?? null
  const isOf = ({ scope }: Said): boolean => scope !== null && scope === last
  if (last !== null && !isOf(upper) && !isOf(lower)) {
    return {
      path: [...last.path, 'preset'],
      message: `under ${preset} \`rules.${rule.reason}.${upper.name}\` is ${upper.value}, below \`${lower.name}\`, which is ${lower.value}`,
    }
  }
  const isUpper = isOf(upper)
  const [here, there] = isUpper ? [upper, lower] : [lower, upper]
  return {
    path: [...(last?.path ?? []), 'rules', rule.reason, here.name],
    message: `is ${here.value}, ${isUpper ? 'below' : 'above'} \`${there.name}\`, which is ${there.value}${by(there)}`,
  }
}
