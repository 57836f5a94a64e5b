import { makeCall } from '../make-call.ts'
import { stepLimit, type ScriptedAgent } from '../scripted-agent.ts'

/** Runs an agent with nobody watching. Resolves to the calls it made. */
export async function runWithout(agent: ScriptedAgent): Promise<number> {
  for (let turn = 0; turn < stepLimit; turn++) {
    const action = agent.turn(turn)
    if ('answer' in action) return turn
    await makeCall(action)
  }
  return stepLimit
}
