import { expect, test } from 'vitest'
import { evidenceTexts } from '../../../rules/wording/evidence-text.ts'
import type { Reason } from '../../../rules/words/reason.ts'

test.each<readonly [Reason, Readonly<Record<string, number>>, string]>([
  ['repetition', { repeats: 5, of: 17 }, '5 equal calls of the 17 in its lane'],
  ['repetition', { repeats: 1, of: 1, failed: 1 }, '1 equal call of the 1 in its lane, 1 of them failed'],
  ['repetition', { messages: 3, phrases: 0 }, '3 messages that said the same'],
  ['oscillation', { period: 2, rounds: 3 }, 'a circle of 2 calls, gone round 3 times'],
  [
    'no_progress',
    { calls_without_progress: 7, level: 6.25, line: 6, not_captured: 2 },
    '7 calls without progress, 6.25 points for bringing nothing new (it is stopped at 6), 2 results not captured',
  ],
  [
    'convergence',
    { passes: 3, failures: 2, failures_before: 2, stuck: 1 },
    '3 passes, 2 failures, 2 at the pass before, the same failures as before',
  ],
  ['dependency_down', { failures: 4, calls: 3 }, '4 failures with one cause, 3 different calls'],
  ['budget_cost', { used: 0.28000000000000003, limit: 0.26 }, '0.28 of 0.26 US dollars'],
  ['budget_tokens', { used: 60_350, limit: 60_000 }, '60350 of 60000 tokens'],
  ['exhaustion', { calls_without_progress: 9, tools: 3 }, '9 calls without progress, 3 tools'],
  ['repetition', { repeats: 3 }, '3 equal calls'],
  ['repetition', { effects: 2, answers: 3 }, 'made 2 times, an effect each time, 3 different answers'],
  ['repetition', { volatile: 4 }, '4 answers differing only in values that are another every time'],
  ['repetition', { phrases: 12, messages: 0 }, 'one phrase 12 times in a message'],
  ['repetition', { of: 9 }, 'of 9'],
  ['no_progress', { level: 6.123456 }, '6.1235 points for bringing nothing new'],
  ['no_progress', { line: 6 }, 'stopped at 6 points'],
  ['convergence', { failures: 1, oscillating: 1 }, '1 failure, the failures of two passes ago'],
  ['convergence', { growing: 1 }, 'more failures than before'],
  ['convergence', { flat: 1 }, 'as many failures as before, but others'],
  ['livelock', { failed_checks: 3, passes: 1 }, '3 failed checks in a row, 1 pass'],
  ['bar_lowered', { criteria: 2 }, '2 criteria'],
  ['bar_lowered', { criteria: 1 }, '1 criterion'],
  ['completion', { calls_after_check: 4 }, '4 calls since the check passed'],
  ['completion', { opinions: 2, turn: 5 }, 'held for answerable 2 times in a row, at model turn 5'],
  ['budget_steps', { used: 9, limit: 8 }, '9 of 8 model turns'],
  ['budget_tool_calls', { used: 9, limit: 8 }, '9 of 8 tool calls'],
  ['budget_time', { used: 9.5 }, '9.5 seconds'],
  ['budget_effects', { limit: 8 }, 'limit 8 effects'],
  ['operator', { used: 3 }, '3 used'],
  ['operator', { limit: 3 }, 'limit 3'],
  ['operator', {}, ''],
  ['completion', { some_new_count: 2 }, 'some new count 2'],
])('what %s counts, %j, has units', (reason, counts, told) => {
  expect(evidenceTexts(reason, { counts }).join(', ')).toBe(told)
})
