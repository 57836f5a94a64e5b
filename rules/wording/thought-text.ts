import type { Gauge, Hold, Measure, PassNote, Thought } from '../words/thought.ts'
import { counted } from './counting.ts'

/** What a rule thought, in words: what it counted, from where on it speaks, and what held it back. */
export function thoughtText(thought: Omit<Thought, 'text'>, pass: PassNote | undefined): string {
  const { gauge, found, led, heldBack } = thought
  const seen = pass !== undefined ? passText(pass) : gauge !== null ? gaugeText(gauge) : foundTexts[found]
  return [
    seen,
    ...heldBack.map((hold) => holdTexts[hold]),
    ...(led === 'nothing' ? [] : [ledTexts[led]]),
  ].join('; ')
}

function gaugeText({ measure, value, nudgeAt, haltAt }: Gauge): string {
  const next = [nudgeAt, haltAt].find((line) => line !== null && value < line) ?? null
  const stages = [
    ...(nudgeAt === null ? [] : [`nudge at ${number(nudgeAt)}`]),
    ...(haltAt === null ? [] : [`stop at ${number(haltAt)}`]),
  ]
  const counts = next === null ? number(value) : `${number(value)} of ${number(next)}`
  return `${counts} ${measureTexts[measure]} (${stages.join(', ')})`
}

/** At most two digits behind the point. */
function number(value: number): string {
  return String(Math.round(value * 100) / 100)
}

function passText({ check, verdict, pass, failures, failuresBefore, remainingPasses }: PassNote): string {
  const before = failuresBefore === null ? '' : `, ${failuresBefore} before`
  const left =
    remainingPasses === null ? '' : `; at this pace ${counted(remainingPasses, 'more pass', 'more passes')}`
  return `pass ${pass} of ${check === '' ? 'the check' : check}: ${verdict.replaceAll('_', ' ')} (${counted(failures, 'failure')}${before})${left}`
}

const foundTexts: Readonly<Record<Thought['found'], string>> = {
  nothing: 'nothing',
  suspect: 'suspects it',
  certain: 'is certain of it',
}

const ledTexts: Readonly<Record<Exclude<Thought['led'], 'nothing'>, string>> = {
  nudge: 'so the agent was nudged',
  halt: 'so it was halted',
  escalate: 'so it was handed over to a person',
}

const measureTexts: Readonly<Record<Measure, string>> = {
  identical_results: 'identical results',
  failures_in_a_row: 'failures of one call in a row',
  equal_calls: 'equal calls, whatever came back',
  equal_actions: 'equal calls with results of equal size that were not captured',
  calls_in_a_row: 'equal calls in a row',
  equal_but_volatile: 'equal calls whose answers differ only in volatile fields',
  equal_effects: 'equal effects',
  equal_messages: 'equal messages in a row',
  chanted_phrases: 'times the same phrase in one message',
  rounds: 'rounds of the same calls',
  stale_calls: 'calls without progress',
  stale_calls_over_tools: 'calls without progress over several tools',
  meter: 'on the meter of what was known already',
  identical_in_a_row: 'identical results in a row',
  refused_changes: 'changes in a row answered in the same words',
  calls_after_check: 'idle calls since the check passed',
  restated_messages: 'messages that say the same',
  answerable_in_a_row: 'times in a row held for answerable by the judge model',
  failed_checks: 'failed checks in a row',
  same_failures: 'failures with one cause',
  model_turns: 'model turns',
  tool_calls: 'tool calls',
  tokens: 'tokens',
  cost_usd: 'US dollars',
  seconds: 'seconds',
  effects: 'effects',
}

const holdTexts: Readonly<Record<Hold, string>> = {
  same_round: 'the same call of one round is one piece of evidence',
  waiting: 'the call only passes time',
  progress: 'silent, for this call brought something new',
  fresh_change: 'silent, for this call changed something that was not changed so before',
  handed_on: 'silent, for the task was handed on and something new has come since it last was',
  told_as_cycle: 'silent, for the calls come round in turn, which is oscillation',
  one_call_only: 'silent, for all of them are failures of one call',
  new_epoch: 'a change in between began anew',
  new_answer: 'another answer in between began anew',
  patience: 'long or growing pauses count less',
  free_retry: 'retries of a passing error are free',
  user_spoke: 'a message of the user began anew',
  earlier_progress: 'earlier progress has raised the thresholds',
  not_captured: 'what came back was not captured, which equals nothing',
  disabled: 'the policy has switched this rule off',
  record_only: 'the policy only records it',
  nudge_only: 'told already, and the policy allows no halt',
  suspicion: 'a suspicion, which earns one nudge at most',
  grace: 'told already, and the agent still has steps to change course',
  nudges_used_up: 'the nudges of the run are used up',
  another_rule: 'another rule decided at this step',
  lane_halted: 'the lane was halted before',
  run_over: 'the run was over',
  halt_recorded: 'a halt was recorded before',
  mode: 'only recorded, for the mode forbids acting on it',
}
