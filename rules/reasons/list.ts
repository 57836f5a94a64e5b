import { agentLimit } from './agent-limit.ts'
import { budgetSteps } from './budget-steps.ts'
import { dependencyDown } from './dependency-down.ts'
import { exhaustion } from './exhaustion.ts'
import { noProgress } from './no-progress.ts'
import { operator } from './operator.ts'
import { oscillation } from './oscillation.ts'
import { repetition } from './repetition.ts'
import type { Rule } from './rule.ts'

/** Every rule. When several ask for the same thing at the same step, the first in this list is named. */
export const rules: readonly Rule[] = [
  operator,
  budgetSteps,
  repetition,
  oscillation,
  dependencyDown,
  exhaustion,
  noProgress,
  agentLimit,
]
