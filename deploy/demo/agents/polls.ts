import type { Action, ScriptedAgent } from '../scripted-agent.ts'

const states = [
  'queued, 2 jobs ahead',
  'queued, 1 job ahead',
  'running, 4 % done',
  'running, 4 % done',
  'running, 19 % done',
  'running, 43 % done',
  'running, 43 % done',
  'running, 88 % done',
  'finished: 1204 rows written',
]

/** Each time it waits half as long again: 20 ms, 30 ms, 45 ms, … */
const afterMs = (index: number): number => Math.round(20 * 1.5 ** index)

/** The same call every time, but with patience, and the answer moves. */
export const polls: ScriptedAgent = {
  name: 'polls',
  does: 'waits patiently for a slow job',
  task: 'Run the nightly export and say how many rows it wrote.',
  turn: (index): Action => {
    const result = states[index]
    if (result === undefined) return { answer: 'The export has finished: 1204 rows.' }
    return { tool: 'get_job_status', args: { job: 'export-77' }, result, afterMs: afterMs(index) }
  },
  expected: { outcome: 'answered', reason: null, decisions: [] },
}
