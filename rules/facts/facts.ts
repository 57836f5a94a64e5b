import type { Policy } from '../policy/policy.ts'
import type { Step } from '../words/step.ts'

/** What is computed once about a settled step, for every rule to read. */
export interface Facts {
  readonly step: Step
  readonly policy: Policy
}
