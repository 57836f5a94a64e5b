import { withSdk, withSpansOnly } from './agents/list.ts'
import { runWithSdk } from './attach/with-sdk.ts'
import { runWithSpans } from './attach/with-spans.ts'
import { runWithout } from './attach/without.ts'
import { comparison, introduction, whatNext, type Row } from './print.ts'
import { obstacle } from './reachable.ts'
import { readBack } from './read-back.ts'
import { surroundings } from './surroundings.ts'

/**
 * Runs every agent beside an observer and once more without one, and compares. Resolves to the exit
 * code: 0 when each run ended as it should, 1 when one did not, or no observer answers.
 */
export async function runDemo(env: NodeJS.ProcessEnv, print: (text: string) => void): Promise<number> {
  const around = surroundings(env, (agent, calls, what) =>
    print(`${agent.padEnd(10)}  after call ${String(calls).padStart(2)}  ${what}`),
  )
  const hindrance = await obstacle(around)
  if (hindrance !== null) {
    print(hindrance)
    return 1
  }
  print(introduction(around))
  const agents = [...withSdk, ...withSpansOnly]
  const [alone, ids] = await Promise.all([
    Promise.all(agents.map(runWithout)),
    Promise.all([
      runWithSdk(withSdk, around),
      Promise.all(withSpansOnly.map((agent) => runWithSpans(agent, around))),
    ]),
  ])
  const verdicts = await Promise.all(
    ids.flat().map((run, i) => readBack(agents[i] as (typeof agents)[number], run, around)),
  )
  const rows = verdicts.map((verdict, i): Row => ({
    agent: agents[i] as (typeof agents)[number],
    verdict,
    callsAlone: alone[i] ?? 0,
  }))
  print(comparison(rows))
  print(whatNext(rows, around))
  return rows.every(({ verdict }) => verdict.wrong === '') ? 0 : 1
}
