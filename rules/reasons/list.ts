import { agentLimit } from './agent-limit.ts'
import { barLowered } from './bar-lowered.ts'
import { budget } from './budget.ts'
import { completion } from './completion.ts'
import { convergence } from './convergence.ts'
import { dependencyDown } from './dependency-down.ts'
import { exhaustion } from './exhaustion.ts'
import { livelock } from './livelock.ts'
import { noProgress } from './no-progress.ts'
import { operator } from './operator.ts'
import { oscillation } from './oscillation.ts'
import { repetition } from './repetition.ts'
import type { Rule } from './rule.ts'

/** Every rule. When several ask for the same thing at the same step, the first in this list is named. */
export const rules: readonly Rule[] = [
  operator,
  budget('budget_effects', 'effects', 'The limit on effects is reached.'),
  budget('budget_cost', 'costUsd', 'The limit on cost is reached.'),
  budget('budget_tokens', 'tokens', 'The limit on tokens is reached.'),
  budget('budget_time', 'seconds', 'The limit on wall-clock time is reached.'),
  budget('budget_tool_calls', 'toolCalls', 'The limit on tool calls is reached.'),
  budget('budget_steps', 'steps', 'The limit on model turns is reached.'),
  barLowered,
  livelock,
  convergence,
  repetition,
  oscillation,
  dependencyDown,
  completion,
  exhaustion,
  noProgress,
  agentLimit,
]
