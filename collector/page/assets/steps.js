import { repeats } from './colours.js'

const silent = new Set(['tick', 'fence', 'amendment'])
const ownRecords = new Set(['sdk', 'own_span', 'log'])

/** The steps of a run as people see them, in the order in which they began, with what is equal among them. */
export function stepsOf(records) {
  const steps = merged(records)
  const work = steps.filter(isWork)
  return {
    steps,
    work,
    marks: repeats(steps.flatMap((step) => observed(step) ?? [])),
    equals: Map.groupBy(work, (step) => observed(step)),
    startMs: steps[0]?.startedAtMs ?? 0,
    showLane: new Set(work.map(({ lane }) => lane)).size > 1,
    ordinals: new Map(work.map(({ id }, i) => [id, i + 1])),
  }
}

/** Late observations put into the calls they belong to; the observer's own marks left out. */
function merged(records) {
  const late = new Map(
    records.flatMap((each) =>
      each.kind === 'amendment' && each.observation.state !== 'unknown' ? [[each.callId, each]] : [],
    ),
  )
  const recorded = records.some(({ kind, rank }) => kind === 'tool' && ownRecords.has(rank))
  return (
    records
      .filter(({ kind }) => !silent.has(kind))
      // What prompts tell of calls that have records of their own is the same calls once more.
      .filter(({ kind, rank }) => !(recorded && kind === 'tool' && rank === 'prompt'))
      .map((step) => amended(step, late))
      .sort((a, b) => a.startedAtMs - b.startedAtMs || a.position - b.position)
  )
}

function amended(step, late) {
  if (step.kind !== 'tool' || step.observation.state !== 'unknown') return step
  const amendment = late.get(step.callId)
  if (amendment === undefined) return step
  const told = Object.entries(amendment.preview ?? {}).filter(([, value]) => value !== null)
  return {
    ...step,
    observation: amendment.observation,
    preview: { ...step.preview, ...Object.fromEntries(told) },
  }
}

/** True for what an agent does: a call, a model turn, a check. */
export function isWork({ kind }) {
  return kind === 'tool' || kind === 'model' || kind === 'check'
}

/** What a call gave, as far as it can equal something: a fingerprint, or that it was empty. */
export function observed({ observation }) {
  if (observation === undefined || observation.state === 'unknown') return undefined
  return observation.state === 'known' ? observation.fingerprint : 'empty'
}

/** True for a call that failed, or a check with failures. */
export function isFailed(step) {
  if (step.kind === 'check') return step.failures.length > 0
  return step.kind === 'tool' && (step.ok === false || step.error !== null)
}
