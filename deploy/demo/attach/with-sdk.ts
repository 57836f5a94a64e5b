import { startLoopObserver, type NodeObserver } from '@loop-observer/sdk/node'
import { makeCall } from '../make-call.ts'
import { said } from '../said.ts'
import { stepLimit, type ScriptedAgent } from '../scripted-agent.ts'
import type { Surroundings } from '../surroundings.ts'

/**
 * Runs agents that are attached with the SDK. Its `/node` entry sets up OpenTelemetry, so that spans
 * go to the observer's OTLP port as well. Resolves to the ids of the runs.
 */
export async function runWithSdk(
  agents: readonly ScriptedAgent[],
  surroundings: Surroundings,
): Promise<readonly string[]> {
  const observers = agents.map((agent) => attach(agent, surroundings))
  const runs = await Promise.all(
    observers.map((observer, i) => loop(observer, agents[i] as ScriptedAgent, surroundings.tell)),
  )
  await Promise.all(observers.map((observer) => observer.shutdown()))
  return runs
}

function attach({ name }: ScriptedAgent, { urls, token }: Surroundings): NodeObserver {
  return startLoopObserver({
    agent: name,
    endpoint: urls.control,
    otlpEndpoint: `${urls.otlp}/v1/traces`,
    serviceName: 'loop-observer-demo',
    // So that `explain` can show arguments and results; by default only features leave the process.
    capture: 'preview',
    // Longer than an agent in production would wait: here nobody but the observer is to decide.
    waitMs: 5000,
    ...(token === undefined ? {} : { token }),
  })
}

/** The loop of an agent: ask, act, look, and again. */
async function loop(
  observer: NodeObserver,
  agent: ScriptedAgent,
  tell: Surroundings['tell'],
): Promise<string> {
  const outcome = await observer.run({ task: agent.task }, async (run) => {
    for (let turn = 0; turn < stepLimit; turn++) {
      const advice = await run.checkpoint()
      if (advice.action !== 'continue') tell(agent.name, turn, said(advice.action, advice.message))
      if (advice.action === 'halt') return run.stop(advice)
      if (advice.action === 'nudge' && agent.whenNudged !== undefined) return run.answer(agent.whenNudged)
      const action = agent.turn(turn)
      if ('answer' in action) return run.answer(action.answer)
      await run.tool(action.tool, action.args, () => makeCall(action))
    }
    return run.fail(`no answer within ${stepLimit} turns`)
  })
  if (outcome.outcome === 'answered') tell(agent.name, outcome.totals.toolCalls, `answer ${outcome.answer}`)
  return outcome.runId
}
