import type { Decision, Mode, Outcome, Reason } from '@loop-observer/rules'
import type { ScriptedAgent } from './scripted-agent.ts'
import { ask, type Surroundings } from './surroundings.ts'

/** How a run went, as the observer tells it. */
export interface Verdict {
  readonly run: string
  readonly outcome: Outcome
  readonly reason: Reason | null
  readonly mode: Mode | null
  readonly calls: number
  readonly decisions: readonly Decision[]
  /** What is not as it should be, for a person; empty when all is. */
  readonly wrong: string
}

/** Reads a run back from `/v1/runs` and `/v1/runs/{run}`, and compares it with what should have become of it. */
export async function readBack(
  agent: ScriptedAgent,
  run: string,
  surroundings: Surroundings,
): Promise<Verdict> {
  const list = (await ask(surroundings, `/v1/runs?agent=${agent.name}`)) as {
    readonly runs: readonly (Pick<Verdict, 'run' | 'outcome' | 'reason'> & {
      readonly totals: Decision['totals']
    })[]
  }
  const listed = list.runs.find((each) => each.run === run)
  if (listed === undefined) throw new Error(`/v1/runs does not list run ${run} of ${agent.name}`)
  const { mode, decisions } = (await ask(surroundings, `/v1/runs/${run}`)) as Pick<
    Verdict,
    'mode' | 'decisions'
  >
  const { outcome, reason, totals } = listed
  const read = { run, outcome, reason, mode, calls: totals.toolCalls, decisions }
  return { ...read, wrong: difference(agent, read) }
}

function difference({ expected }: ScriptedAgent, read: Omit<Verdict, 'wrong'>): string {
  const actions = read.decisions.map(({ action }) => action)
  const was = told(read.outcome, read.reason, actions)
  const should = told(expected.outcome, expected.reason, expected.decisions)
  return was === should ? '' : `${was}, not ${should}`
}

function told(outcome: Outcome, reason: Reason | null, actions: readonly string[]): string {
  const why = reason === null ? '' : ` (${reason})`
  return `${outcome}${why} after ${actions.length === 0 ? 'no decision' : actions.join(', ')}`
}
