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
  ['operator', {}, ''],
  ['completion', { some_new_count: 2 }, 'some new count 2'],
])('what %s counts, %j, has units', (reason, counts, told) => {
  expect(evidenceTexts(reason, { counts }).join(', ')).toBe(told)
})
