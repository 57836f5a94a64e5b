import { modes, presets, responses, runSources, type Rule, type SettingSpec } from '@loop-observer/rules'
import { z } from 'zod'
import { snakeCase } from './case.ts'
import { observerSection } from './observer-section.ts'

/** The schema of the policy file. The rules' thresholds are theirs: a new rule needs nothing here. */
export function policySchema(rules: readonly Rule[]) {
  const override = {
    preset: z.enum(presets).optional().describe('Set of thresholds for everything that is not said here.'),
    mode: mode().optional(),
    limits: limits.optional(),
    rules: rulesSchema(rules).optional(),
    max_nudges: z.int().min(0).max(100).optional().describe('Most nudges in a run.'),
    grace_steps: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('Steps that the agent has after a nudge before it may be halted for the same loop.'),
    idle_timeout_minutes: z
      .number()
      .positive()
      .max(100_000)
      .nullable()
      .optional()
      .describe('Silence after which an open run counts as lost, minutes. null is never.'),
    budget_warn_ratio: z
      .number()
      .min(0.01)
      .max(1)
      .optional()
      .describe('Share of a limit at which it is warned of: recorded, never told to the agent.'),
  }
  const route = z.strictObject({
    agent: glob.optional().describe("Glob over the agent's name."),
    attributes: z
      .record(z.string(), glob)
      .optional()
      .describe('Globs over resource and span attributes; all must match.'),
    ...override,
  })
  return z.strictObject({
    ...override,
    hold_ms: z
      .int()
      .min(0)
      .max(60_000)
      .optional()
      .describe('How long an unnumbered step waits for earlier ones before it settles, milliseconds.'),
    run_key: keys(
      'Attributes that identify a run, after `loop.run.id` and before the trace id; `conversation` is the session, conversation or thread of every vocabulary.',
    ),
    lane_key: keys('Attributes that name the actor, before what the vocabularies know.'),
    agent_key: keys(
      'Attributes that name the agent that the run belongs to, before what the vocabularies know.',
    ),
    task_key: keys('Attributes that name the task of a run, after `loop.task`.'),
    store_content: z
      .enum(['none', 'preview', 'full'])
      .optional()
      .describe('How much of the content of steps is kept for people.'),
    tools: tools.optional(),
    routes: z
      .array(route)
      .optional()
      .describe('For whom something else holds; the first that matches counts.'),
    observer: observerSection()
      .optional()
      .describe('Settings of the observer itself. Flags and environment variables win over them.'),
  })
}

/** A policy file as written, checked. */
export type WrittenPolicy = z.infer<ReturnType<typeof policySchema>>

const glob = z.string().min(1)

/** One attribute, or several, of which the first counts that a span or its resource carries. */
function keys(about: string) {
  const key = z.string().min(1)
  return z
    .union([key, z.array(key).min(1).max(16)])
    .optional()
    .describe(`${about} The first that a span or its resource carries counts.`)
}

function mode() {
  const one = z.enum(modes)
  const bySource = Object.fromEntries(runSources.map((source) => [source, one.optional()]))
  return z
    .union([one, z.strictObject(bySource)])
    .describe('How far the observer may go: for all runs, or by how a run is attached.')
}

const limit = (bound: z.ZodNumber, about: string) => bound.nullable().optional().describe(about)

const limits = z
  .strictObject({
    steps: limit(z.int().min(1), 'Model turns. null is no bound.'),
    tool_calls: limit(z.int().min(1), 'Tool calls. null is no bound.'),
    tokens: limit(z.int().min(1), 'Tokens, in and out together. null is no bound.'),
    cost_usd: limit(z.number().min(0), 'Cost, US dollars. null is no bound.'),
    seconds: limit(
      z.number().min(0),
      'Wall clock from the first step, waiting for a person not charged. null is no bound.',
    ),
    effects: limit(z.int().min(0), 'Calls that change the outside world. null is no bound.'),
  })
  .describe('Upper bounds of a run with all its lanes.')

const globs = (about: string) => z.array(glob).optional().describe(about)

const tools = z
  .strictObject({
    effects: globs('Calls that change the outside world.'),
    approval: globs(
      'Effects that a person must approve before they are made. A tool named here that does not only look is an effect.',
    ),
    mutating: globs('Calls that write, edit or click.'),
    read_only: globs('Calls that never change anything, whatever the other lists say.'),
    waiting: globs('Calls that only pass time.'),
    handoff: globs('Calls that hand the task to another agent.'),
    checks: globs(
      'Calls whose output is a check: compilers, test runners, type checkers, linters, validators. `tool`, or `tool(command)` for a tool that runs any command.',
    ),
    resource_keys: globs('Argument keys that name what a call is about.'),
    comment_keys: globs('Argument keys that only comment on the call.'),
  })
  .describe(
    'What tools do, by their names: globs, `verb:create` (create is the first verb of the name) or `noun:history` (the name has no verb and ends in history). A list given here replaces the built-in one.',
  )

function rulesSchema(rules: readonly Rule[]) {
  const shape = Object.fromEntries(rules.map((rule) => [rule.reason, ruleSchema(rule).optional()]))
  return z.strictObject(shape)
}

function ruleSchema(rule: Rule) {
  const thresholds = Object.fromEntries(
    Object.entries(rule.settings).map(([name, spec]) => [snakeCase(name), threshold(spec).optional()]),
  )
  const fixed = {
    enabled: z.boolean().optional().describe('Whether the rule is asked.'),
    response: z.enum(responses).optional().describe('What follows a finding.'),
  }
  return z.strictObject({ ...thresholds, ...fixed }).describe(rule.about)
}

function threshold(spec: SettingSpec) {
  const number = spec.integer ? z.int() : z.number()
  return number.min(spec.min).max(spec.max).describe(spec.about)
}
