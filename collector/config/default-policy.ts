import {
  defaultLimits,
  defaultTraits,
  resolvePolicy,
  type Policy,
  type Rule,
  type RunSource,
  type SettingSpec,
} from '@loop-observer/rules'
import { snakeCase } from './case.ts'
import { environmentNameOf, optionKeys, options, type Option } from './options.ts'

/**
 * The built-in policy as a commented file, every threshold spelled out: deploy/policy.yaml is this
 * text. Reading it gives what holds without a file.
 */
export function defaultPolicyText(rules: readonly Rule[]): string {
  return [
    '# yaml-language-server: $schema=./policy.schema.json',
    '# What holds without a policy file. Everything may be left out, and should be where the default is',
    '# right: what stands here outranks the preset, also the one of a route.',
    '# Behind each threshold: its value under strict / balanced / assertive, and its range.',
    '',
    '# strict, balanced or assertive: the thresholds and responses of everything that is not said here.',
    'preset: balanced',
    '',
    '# shadow (record only), nudge, or enforce (nudge and halt): one word for all runs, or by how a run is attached.',
    'mode:',
    ...(['telemetry', 'hooks', 'sdk', 'replay'] as const).map(
      (source) => `  ${source}: ${builtin(source).mode}`,
    ),
    '',
    '# How long a step without a number waits for earlier ones before it is judged, milliseconds.',
    `hold_ms: ${builtin('sdk').holdMs}`,
    '',
    '# Most nudges in a run. A relapse after that halts.',
    `max_nudges: ${builtin('sdk').maxNudges}`,
    '',
    '# Steps that the agent has after a nudge before it may be halted for the same loop.',
    `grace_steps: ${builtin('sdk').graceSteps}`,
    '',
    '# Silence after which an open run counts as lost, minutes; null is never. A step that comes later opens it again.',
    `idle_timeout_minutes: ${(builtin('sdk').idleTimeoutMs ?? 0) / 60_000}`,
    '',
    '# Share of a limit at which it is warned of: recorded, never told to the agent.',
    `budget_warn_ratio: ${builtin('sdk').budgetWarnRatio}`,
    '',
    '# How much of the content of steps is kept for people: none, preview (160 characters, secrets masked) or full.',
    'store_content: preview',
    '',
    '# Attributes that identify a run, after loop.run.id and before the trace id: the first that a span or its resource',
    '# carries. conversation stands for the session, conversation or thread of every vocabulary.',
    '# run_key: [job.id, conversation]',
    '',
    '# Attributes that name the actor, the agent that the run belongs to, and the task of the run.',
    '# lane_key: [agent.role]',
    '# agent_key: [app.agent]',
    '# task_key: [app.question]',
    '',
    '# Upper bounds of a run with all its lanes; null is no bound.',
    'limits:',
    ...Object.entries(defaultLimits).map(([name, limit]) => `  ${snakeCase(name)}: ${limit}`),
    '',
    'rules:',
    ...rules.flatMap(ruleText),
    '# What tools do, by their names: verb:create is every name of which create is the first verb (create_thread,',
    '# createThread), noun:history every name without a verb that ends in history (purchase_history); anything else is',
    '# a glob (* and ?, case ignored). A list given here replaces the built-in one.',
    'tools:',
    ...Object.entries(defaultTraits).flatMap(([name, entries]) => listText(snakeCase(name), entries)),
    '',
    '# For whom something else holds. The first route whose globs all match counts.',
    '# routes:',
    '#   - agent: billing-*',
    '#     attributes: { deployment.environment.name: production }',
    '#     preset: strict',
    '#     mode: enforce',
    '#     limits: { effects: 2, seconds: 30 }',
    '',
    ...observerText(),
    '',
  ].join('\n')
}

/** Settings of the observer itself, as comments: most installations set them by environment variables. */
function observerText(): readonly string[] {
  return [
    '# The observer itself. Each key is also a flag and an environment variable, which win over it;',
    '# they are read when it starts.',
    '# observer:',
    ...optionKeys
      .filter((key) => key !== 'policy')
      .flatMap((key) => {
        const option: Option = options[key]
        const value = option.default === null ? '' : ` ${option.default}`
        return [
          `#   # ${option.about.replaceAll('\n', ' ')} (${environmentNameOf(key)})`,
          `#   ${key}:${value}`,
        ]
      }),
  ]
}

function builtin(source: RunSource): Policy {
  return resolvePolicy({ digest: 'builtin' }, { source, agent: null, attributes: {} })
}

function ruleText(rule: Rule): readonly string[] {
  return [
    ...comment(rule.about, '  '),
    `  ${rule.reason}:`,
    '    enabled: true',
    `    response: ${rule.response.balanced}`,
    ...Object.entries(rule.settings).flatMap(([name, spec]) => thresholdText(name, spec)),
    '',
  ]
}

function thresholdText(name: string, spec: SettingSpec): readonly string[] {
  const { strict, balanced, assertive, min, max, about, atLeast } = spec
  const from = atLeast === undefined ? min : snakeCase(atLeast)
  return [
    ...comment(about, '    '),
    `    ${snakeCase(name)}: ${balanced} # ${strict} / ${balanced} / ${assertive}, from ${from} to ${max}`,
  ]
}

function listText(key: string, entries: readonly string[]): readonly string[] {
  if (entries.length === 0) return [`  ${key}: []`]
  return [`  ${key}:`, ...entries.map((entry) => `    - '${entry.replaceAll("'", "''")}'`)]
}

function comment(text: string, indent: string): readonly string[] {
  return text.split('\n').map((line) => `${indent}# ${line.trim()}`)
}
