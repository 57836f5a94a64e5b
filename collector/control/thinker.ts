import { type Decision, type StepRecord, type StepThoughts, type Thought } from '@loop-observer/rules'
import { introOf, traitsOf } from '../judging/marks.ts'
import { thinkAgain } from '../judging/think-again.ts'
import type { RunKey, StoredRun } from '../store/store.ts'
import type { ControlContext } from './context.ts'

/** What the rules thought of the steps of a run. */
export interface Thinking {
  /** Place in the log from which it was judged once more: what came before is not kept, and not in it. */
  readonly from: number
  /** True when the decisions that are on record came out again. */
  readonly agrees: boolean
  readonly policyVersion: string
  /** Of the rules that thought; those that judged the run may have been others. */
  readonly engineVersion: string
  /** By step id; steps that have not settled, or count as part of another, are not in it. */
  readonly steps: ReadonlyMap<string, StepThinking>
}

/** What the rules thought of one step. */
export interface StepThinking {
  readonly late: boolean
  readonly thoughts: readonly Thought[]
}

/** Judges logs once more, one at a time; the newest few answers are kept, because logs are read in stretches. */
export type Thinker = (stored: StoredRun) => Promise<Thinking | null>

const mostKept = 4
const keptForMs = 60_000
const recordsPerRead = 1000

/** Makes a thinker. It answers null for a run of which no log is left. */
export function createThinker(context: Pick<ControlContext, 'store' | 'policies'>): Thinker {
  const kept = new Map<string, Promise<Thinking | null>>()
  let busy: Promise<unknown> = Promise.resolve()
  return (stored) => {
    const id = `${stored.version} ${stored.key}`
    let thinking = kept.get(id)
    if (thinking === undefined) {
      thinking = busy.then(() => think(context, stored))
      busy = thinking.catch(() => kept.delete(id))
      kept.set(id, thinking)
      setTimeout(() => kept.delete(id), keptForMs).unref()
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    }
    return thinking
  }
}

async function think(
  { store, policies }: Pick<ControlContext, 'store' | 'policies'>,
  stored: StoredRun,
): Promise<Thinking | null> {
  const { key, summary, memory } = stored
  const { from, records } = await logOf(store, key, stored.version)
  if (records.length === 0) return null
  const traits = summary === null ? null : traitsOf(summary)
  // Named by a step of the log, the agent was not known when the run began.
  const isNamedByStep = records.some(({ step }) => step.kind === 'naming')
  const agent = isNamedByStep ? null : (traits?.agent ?? null)
  const intro = { ...introOf(key, summary), agent }
  const { folded, decisions, thoughts } = await thinkAgain({
    intro,
    policy: policies.forRun({ ...(traits ?? intro), agent }, memory?.policyVersion ?? null),
    policyFor: (named, version) => policies.forRun(named, version),
    records,
  })
  return {
    from,
    agrees: agree(await store.decisions(key, 0), decisions, records),
    policyVersion: folded.policy.version,
    engineVersion: folded.memory.engineVersion,
    steps: stepsThought(thoughts),
  }
}

async function logOf(
  store: ControlContext['store'],
  key: RunKey,
  version: number,
): Promise<{ readonly from: number; readonly records: readonly StepRecord[] }> {
  const first = await store.steps(key, 0, recordsPerRead)
  const records = [...first.records]
  while (first.from + records.length < version) {
    const { records: more } = await store.steps(key, first.from + records.length, recordsPerRead)
    if (more.length === 0) break
    records.push(...more)
  }
  return { from: first.from, records }
}

/** Whether each decision on record about a step that is still kept came out again. */
function agree(
  recorded: readonly Decision[],
  again: readonly Decision[],
  records: readonly StepRecord[],
): boolean {
  const kept = new Set(records.map(({ step }) => step.id))
  const nameOf = ({ step, action, reason, lane }: Decision): string => `${step} ${action} ${reason} ${lane}`
  const told = new Set(again.map(nameOf))
  return recorded.every((decision) => !kept.has(decision.step) || told.has(nameOf(decision)))
}

/** Thoughts by step id; of a step that stands in the list twice, all. */
export function stepsThought(all: readonly StepThoughts[]): ReadonlyMap<string, StepThinking> {
  const steps = new Map<string, StepThinking>()
  for (const { step, late, thoughts } of all) {
    const before = steps.get(step)?.thoughts ?? []
    steps.set(step, { late, thoughts: [...before, ...thoughts] })
  }
  return steps
}
