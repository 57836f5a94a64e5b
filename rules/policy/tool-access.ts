import type { RunMemory } from '../memory/run-memory.ts'
import type { ToolAccess } from '../words/step.ts'
import { matchesAny } from './glob.ts'

/** The tools that an operator's resume left to a run; null when nobody has said. */
export function toolAccess({ state }: Pick<RunMemory, 'state'>): ToolAccess | null {
  return state.tools
}

/** True when the run may use the tool: it is not denied, and allowed where a list says what is. */
export function mayUse(access: ToolAccess | null, tool: string): boolean {
  if (access === null) return true
  return !matchesAny(access.deny, tool) && (access.allow === null || matchesAny(access.allow, tool))
}
