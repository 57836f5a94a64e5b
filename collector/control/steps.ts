import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import type { ControlContext } from './context.ts'
import { flagOf, wholeNumber } from './query.ts'
import { readRun } from './run-address.ts'
import { stepView } from './step-view.ts'
import { createThinker, type StepThinking, type Thinking } from './thinker.ts'

/** Answers one request for steps. */
type StepsHandler = (request: HttpRequest, route: RouteContext<Principal>) => Promise<BodyResponse>

/**
 * `GET /v1/runs/{run}/steps`: a stretch of the run's log in the order of its arrival. `from` below
 * the oldest record kept gives the oldest; `next` is the `from` of the following stretch. With `thoughts`
 * the whole log is judged once more, to say what each rule thought of each step. Throws PermanentError
 * `not_found`.
 */
export function steps(context: ControlContext): StepsHandler {
  const { store } = context
  const think = createThinker(context)
  return async ({ query }, { params, principal }) => {
    const from = wholeNumber(query, 'from', { min: 0, max: Number.MAX_SAFE_INTEGER, otherwise: 0 })
    const limit = wholeNumber(query, 'limit', { min: 1, max: 1000, otherwise: 200 })
    const withThoughts = flagOf(query, 'thoughts')
    const { address, stored } = await readRun(store, principal.tenant, params.run ?? '')
    const thinking = withThoughts ? await think(stored) : null
    const stretch = await store.steps(address.key, from, limit)
    return json(200, {
      run: address.run,
      from: stretch.from,
      next: stretch.from + stretch.records.length,
      version: stored.version,
      judgedVersion: stored.judgedVersion,
      ...(withThoughts ? { thinking: thinking === null ? null : aboutThinking(thinking) } : {}),
      steps: stretch.records.map((record, i) => ({
        ...stepView(record, stretch.from + i),
        ...(withThoughts ? thoughtView(thinking?.steps.get(record.step.id)) : {}),
      })),
    })
  }
}

function aboutThinking({ from, agrees, policyVersion, engineVersion }: Thinking): Omit<Thinking, 'steps'> {
  return { from, agrees, policyVersion, engineVersion }
}

function thoughtView(thought: StepThinking | undefined) {
  return { late: thought?.late ?? null, thoughts: thought?.thoughts ?? null }
}
