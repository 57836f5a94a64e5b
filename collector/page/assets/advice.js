import { counted, number, plain } from './format.js'

/**
 * What became of a message to the model: whether it reached the agent, and what followed. `told` and `result`
 * are sentences; `helped` is true, false, or null where nobody can say.
 */
export function adviceOf(decision, { decisions, steps, summary }) {
  if (decision.action !== 'nudge') return { told: toldText(decision, steps), result: '', helped: null }
  if (!decision.enforced) {
    return { told: 'Not sent: the mode only records.', result: '', helped: null }
  }
  const later = decisions.filter(
    ({ seq, lane, scope, enforced }) =>
      seq > decision.seq && enforced && (lane === decision.lane || scope === 'run'),
  )
  const stop = later.find(({ action }) => action !== 'nudge')
  const again = later.find(({ loop, reason }) => loop === decision.loop && reason === decision.reason)
  const count = stepsBetween(steps, decision, stop)
  return { told: toldText(decision, steps), ...resultOf({ decision, stop, again, count, summary }) }
}

function resultOf({ decision, stop, again, count, summary }) {
  const after = `after ${count === 0 ? 'no' : number(count)} more ${count === 1 ? 'step' : 'steps'}`
  if (stop !== undefined) {
    const act = stop.action === 'halt' ? 'halted' : 'handed over to a person'
    if (stop === again || stop.reason === decision.reason) {
      return {
        helped: false,
        result: `Did not help: ${act} for ${plain(stop.reason)} ${after}.`,
      }
    }
    if (stop.reason === 'operator') return { helped: null, result: `A person stopped the run ${after}.` }
    return {
      helped: null,
      result: `That loop did not come back; the run was ${act} for ${plain(stop.reason)} ${after}.`,
    }
  }
  if (again !== undefined) return { helped: false, result: 'Did not help: the loop came back.' }
  if (summary?.outcome === 'answered') return { helped: true, result: `Helped: answered ${after}.` }
  if (summary?.outcome === 'open' || summary?.outcome === 'suspended') {
    return { helped: null, result: `${counted(count, 'step')} since, the loop has not come back.` }
  }
  return { helped: null, result: `The loop did not come back; ${summary?.outcome ?? 'ended'} ${after}.` }
}

const stages = [
  ['acted', 'Acted on.'],
  ['seen', 'Seen by the model.'],
  ['delivered', 'Delivered to the agent.'],
]

function toldText({ seq, enforced }, steps) {
  if (!enforced) return 'Not sent: the mode only records.'
  const acks = new Set(steps.flatMap((step) => (step.kind === 'ack' && step.seq === seq ? [step.stage] : [])))
  return (
    stages.find(([stage]) => acks.has(stage))?.[1] ??
    'Not delivered as far as is known: the agent has not confirmed it.'
  )
}

function stepsBetween(steps, decision, stop) {
  const from = steps.find(({ id }) => id === decision.step)?.startedAtMs ?? decision.issuedAtMs
  const to =
    stop === undefined ? Infinity : (steps.find(({ id }) => id === stop.step)?.startedAtMs ?? stop.issuedAtMs)
  return steps.filter(
    ({ kind, lane, startedAtMs }) =>
      (kind === 'tool' || kind === 'check') &&
      lane === decision.lane &&
      startedAtMs > from &&
      startedAtMs <= to,
  ).length
}
