import type { ScriptedAgent } from '../scripted-agent.ts'

/** Repeats itself like the others, but takes the hint. */
export const obeys: ScriptedAgent = {
  name: 'obeys',
  does: 'repeats a call, is nudged, and answers',
  task: 'Is invoice 2041 paid?',
  turn: () => ({
    tool: 'get_invoice',
    args: { number: 2041 },
    result: '{"number": 2041, "amount": "180.00 EUR", "status": "sent"}',
  }),
  whenNudged:
    'It was sent and is open. Whether the money is on its way only the bank can say: I have no access to it.',
  expected: { outcome: 'answered', reason: null, decisions: ['nudge'] },
}
