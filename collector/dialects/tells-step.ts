import type { Reading } from './reading.ts'

/** True for a reading that becomes a step, or a part of one. The agent's name and the run's end are about the run: alone they make none. */
export function tellsStep({ kind }: Reading): boolean {
  return kind !== 'naming' && kind !== 'end'
}
