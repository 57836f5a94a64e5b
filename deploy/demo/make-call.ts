import { setTimeout as wait } from 'node:timers/promises'
import type { Call } from './scripted-agent.ts'

/** Thinks for a while, then makes the call: the tool gives its result. */
export async function makeCall({ result, afterMs = 40 }: Call): Promise<string> {
  await wait(afterMs)
  return result
}
