import { decisionItem } from './decision.js'
import { stepItem } from './step.js'
import { observed } from './steps.js'

/**
 * Steps in the order in which they began, each decision behind the step it followed; for `chunkedList`.
 * `thoughts` has what the rules thought by step id, null where nobody asked; `reveal` jumps to an item.
 */
export function timeline(seen, { decisions, thoughts, reveal }) {
  const context = { ...seen, decisions, thoughts, reveal }
  const behind = Map.groupBy(decisions, ({ step }) => step)
  const known = new Set(seen.steps.map(({ id }) => id))
  const items = []
  for (const step of seen.steps) {
    items.push(stepEntry(step, context))
    for (const decision of behind.get(step.id) ?? []) items.push(decisionEntry(decision, context))
  }
  for (const decision of decisions)
    if (!known.has(decision.step)) items.push(decisionEntry(decision, context))
  return items
}

function stepEntry(step, context) {
  const { marks, showLane, startMs, ordinals, thoughts } = context
  return {
    key: `step ${step.id}`,
    mark: () =>
      JSON.stringify([
        step,
        marks.get(observed(step)),
        showLane,
        startMs,
        ordinals.get(step.id),
        thoughts?.get(step.id),
      ]),
    make: () => stepItem(step, context),
  }
}

function decisionEntry(decision, context) {
  const { ordinals, showLane } = context
  const places = decision.evidence.steps.map((id) => ordinals.get(id))
  return {
    key: `decision ${decision.seq}`,
    mark: () => JSON.stringify([decision, places, showLane]),
    make: () => decisionItem(decision, context),
  }
}
