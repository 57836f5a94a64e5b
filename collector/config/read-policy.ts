import { hash } from 'node:crypto'
import type { PolicyFile, PolicyOverride, Route, Rule, RuleOverride } from '@loop-observer/rules'
import { camelCase } from './case.ts'
import { crossedThresholds } from './crossed-thresholds.ts'
import { explainIssue } from './explain-issue.ts'
import { knownKeys } from './policy-json-schema.ts'
import { policySchema, type WrittenPolicy } from './policy-schema.ts'
import { ConfigError } from './problems.ts'
import { readYaml, type YamlSource } from './yaml-source.ts'

/** A policy file, read and checked. */
export interface ReadPolicy {
  readonly policy: PolicyFile
  /** The `observer` section as written; `{}` when there is none. */
  readonly observer: Readonly<Record<string, unknown>>
  /** For problems found later in the same file. */
  readonly source: YamlSource
}

/** Reads the text of a policy file; `file` is the name to show. Throws ConfigError with everything that is wrong. */
export function readPolicy(text: string, file: string, rules: readonly Rule[]): ReadPolicy {
  const source = readYaml(text, file)
  if (source.problems.length > 0) throw new ConfigError(source.problems)
  const checked = policySchema(rules).safeParse(source.value)
  if (!checked.success) {
    const keysAt = knownKeys(rules)
    const explained = checked.error.issues.flatMap((issue) => explainIssue(issue, source.value, keysAt))
    throw new ConfigError(
      explained
        .map(({ path, message, atKey }) => source.problem(path, message, atKey))
        .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)),
    )
  }
  const policy = policyFile(checked.data, hash('sha256', text, 'hex').slice(0, 16))
  const crossed = crossedThresholds(policy, rules)
  if (crossed.length > 0) {
    throw new ConfigError(crossed.map(({ path, message }) => source.problem(path, message)))
  }
  const { observer = {} } = checked.data
  return { policy, observer, source }
}

function policyFile(written: WrittenPolicy, digest: string): PolicyFile {
  const { hold_ms, run_key, lane_key, agent_key, task_key, store_content, tools, routes } = written
  return {
    digest,
    ...override(written),
    ...said({ holdMs: hold_ms, storeContent: store_content }),
    ...said({ runKey: listOf(run_key), laneKey: listOf(lane_key) }),
    ...said({ agentKey: listOf(agent_key), taskKey: listOf(task_key) }),
    ...(tools === undefined ? {} : { tools: camelKeys(tools) }),
    ...(routes === undefined ? {} : { routes: routes.map(routeOf) }),
  }
}

function listOf(keys: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof keys === 'string' ? [keys] : keys
}

type WrittenRoute = NonNullable<WrittenPolicy['routes']>[number]

function routeOf(written: WrittenRoute): Route {
  return { ...override(written), ...said({ agent: written.agent, attributes: written.attributes }) }
}

function override(written: WrittenRoute | WrittenPolicy): PolicyOverride {
  const { preset, mode, limits, rules, max_nudges, grace_steps, budget_warn_ratio } = written
  const idle = written.idle_timeout_minutes
  return {
    ...said({ preset, mode, maxNudges: max_nudges, graceSteps: grace_steps }),
    ...said({
      budgetWarnRatio: budget_warn_ratio,
      idleTimeoutMs: typeof idle === 'number' ? idle * 60_000 : idle,
    }),
    ...(limits === undefined ? {} : { limits: camelKeys(limits) }),
    ...(rules === undefined ? {} : { rules: ruleOverrides(rules) }),
  } as PolicyOverride
}

function ruleOverrides(written: NonNullable<WrittenPolicy['rules']>): PolicyOverride['rules'] {
  const overrides: Record<string, RuleOverride> = {}
  for (const [reason, rule] of Object.entries(written)) {
    if (rule === undefined) continue
    const { enabled, response, ...settings } = rule
    overrides[reason] = { ...said({ enabled, response }), settings: camelKeys(settings) } as RuleOverride
  }
  return overrides
}

/** Only what is said: absent and undefined are the same to the user, not to the types. */
function said<Fields extends Record<string, unknown>>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }
}

function camelKeys(fields: Readonly<Record<string, unknown>>): Record<string, never> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([key, value]) => [camelCase(key), value])) as Record<string, never>
}
