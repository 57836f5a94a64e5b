import type { Policy } from '../policy/policy.ts'
import type { Limits } from '../words/step.ts'
import type { RunMemory } from './run-memory.ts'

/** The limits of a run: those of its policy, and over them what an operator's resume set. */
export function limitsInForce(memory: Pick<RunMemory, 'state'>, policy: Pick<Policy, 'limits'>): Limits {
  const { limits } = memory.state
  return limits === null ? policy.limits : { ...policy.limits, ...limits }
}
