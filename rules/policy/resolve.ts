import { rules } from '../reasons/list.ts'
import type { Rule } from '../reasons/rule.ts'
import type { Mode } from '../words/decision.ts'
import { reasons, type Reason } from '../words/reason.ts'
import { matches } from './glob.ts'
import type {
  Policy,
  PolicyFile,
  PolicyOverride,
  Preset,
  RuleOverride,
  RulePolicy,
  RunSource,
} from './policy.ts'
import { defaultLimits, defaultTraits } from './traits.ts'

/** What a route may match. */
export interface RunTraits {
  readonly source: RunSource
  readonly agent: string | null
  readonly attributes: Readonly<Record<string, string>>
}

/** How far the observer may go with a run of which the policy says nothing. */
export const defaultModes: Readonly<Record<RunSource, Mode>> = {
  telemetry: 'shadow',
  hooks: 'shadow',
  sdk: 'enforce',
  replay: 'enforce',
}

/** Longer than tools and people usually take; a step that comes later opens the run again. */
const defaultIdleTimeoutMs = 30 * 60_000

/** The policy that holds without a file. */
export const builtinPolicy: PolicyFile = { digest: 'builtin' }

/** The policy for one run: the preset, then the file, then the first route that matches. */
export function resolvePolicy(file: PolicyFile, run: RunTraits): Policy {
  const route = file.routes?.find((candidate) => routeMatches(candidate, run)) ?? {}
  const preset = route.preset ?? file.preset ?? 'balanced'
  return {
    version: `${file.digest}:${preset}`,
    preset,
    mode: modeOf(route, run.source) ?? modeOf(file, run.source) ?? defaultModes[run.source],
    holdMs: file.holdMs ?? 200,
    limits: { ...defaultLimits, ...file.limits, ...route.limits },
    rules: resolveRules(preset, file, route),
    tools: { ...defaultTraits, ...file.tools },
    maxNudges: route.maxNudges ?? file.maxNudges ?? 2,
    graceSteps: route.graceSteps ?? file.graceSteps ?? (preset === 'balanced' ? 2 : 1),
    idleTimeoutMs: firstSaid(route.idleTimeoutMs, file.idleTimeoutMs, defaultIdleTimeoutMs),
    budgetWarnRatio: route.budgetWarnRatio ?? file.budgetWarnRatio ?? 0.8,
  }
}

/** Null is said as well: never. */
function firstSaid(
  ofRoute: number | null | undefined,
  ofFile: number | null | undefined,
  otherwise: number,
): number | null {
  if (ofRoute !== undefined) return ofRoute
  return ofFile === undefined ? otherwise : ofFile
}

function routeMatches(
  route: { readonly agent?: string; readonly attributes?: Readonly<Record<string, string>> },
  run: RunTraits,
): boolean {
  if (route.agent !== undefined && !matches(route.agent, run.agent ?? '')) return false
  return Object.entries(route.attributes ?? {}).every(([key, glob]) => {
    const value = run.attributes[key]
    return value !== undefined && matches(glob, value)
  })
}

function modeOf(override: PolicyOverride, source: RunSource): Mode | undefined {
  const { mode } = override
  return typeof mode === 'string' ? mode : mode?.[source]
}

function resolveRules(
  preset: Preset,
  ...overrides: readonly PolicyOverride[]
): Readonly<Record<Reason, RulePolicy>> {
  const resolved: Partial<Record<Reason, RulePolicy>> = {}
  for (const reason of reasons) resolved[reason] = { enabled: false, response: 'record', settings: {} }
  for (const rule of rules) {
    const said = overrides.map((override) => override.rules?.[rule.reason])
    resolved[rule.reason] = resolveRule(rule, preset, said)
  }
  // Every reason has an entry from the first loop on.
  return resolved as Record<Reason, RulePolicy>
}

function resolveRule(rule: Rule, preset: Preset, said: readonly (RuleOverride | undefined)[]): RulePolicy {
  const settings: Record<string, number> = {}
  for (const [name, spec] of Object.entries(rule.settings)) settings[name] = spec[preset]
  let enabled = true
  let response = rule.response[preset]
  for (const override of said) {
    Object.assign(settings, override?.settings)
    enabled = override?.enabled ?? enabled
    response = override?.response ?? response
  }
  return { enabled, response, settings }
}
