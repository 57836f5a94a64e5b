// What the agents have in common: the task, two tools, a limit of their own, and the question before each turn.
import { askDecision } from './ask-decision.mjs'

export const { MODEL_URL: modelUrl, MODEL_SCRIPT: model } = process.env
export const task = 'What became of invoice 7?'
/** Turns after which the agent ends by itself. */
export const ownLimit = 14

const run = { calls: 0, halted: false, traceId: null, seq: 0 }
const ended = []

/** A span processor that remembers which spans ended since the observer was last asked. */
export const noted = {
  onStart() {},
  onEnd: (span) => void ended.push(span.spanContext()),
  forceFlush: async () => {},
  shutdown: async () => {},
}

export function useTool(tool, { page }) {
  run.calls++
  if (tool === 'search') return 'No invoice found under this number.'
  return `Page ${page}: ${pages[page - 1]}`
}

const pages = [
  'ordered from Lindqvist in March.',
  'delivered to the warehouse at the harbour.',
  'two crates were damaged, a claim was filed.',
  'the insurer paid for the crates in May.',
  'what was left to pay went out by cheque.',
  'closed by the accountant in June.',
]

/** Whether the observer says that the run is to stop; the newest span that it judges answers. */
export async function isHalted(provider) {
  if (run.halted) return true
  await provider.forceFlush()
  for (const { traceId, spanId } of ended.splice(0).reverse()) {
    run.traceId = traceId
    const advice = await askDecision(traceId, run.seq, spanId, 5000)
    if (advice.fence !== 'judged') continue
    run.seq = advice.seq
    run.halted = advice.action === 'halt' || advice.action === 'escalate'
    break
  }
  return run.halted
}

/** The agent's last words, for the test. Its process then ends by itself. */
export async function report(provider, text) {
  await provider.forceFlush()
  await provider.shutdown()
  const { calls, halted, traceId } = run
  process.stdout.write(
    `${JSON.stringify({ calls, halted, traceId: ended.at(-1)?.traceId ?? traceId, text })}\n`,
  )
}
