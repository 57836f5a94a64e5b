import { evidenceTexts, limitsInForce, toolAccess, type Decision } from '@loop-observer/rules'
import type { Principal } from '../http/principal.ts'
import type { HttpRequest, RouteContext } from '../http/request.ts'
import { json, type BodyResponse } from '../http/response.ts'
import type { ControlContext } from './context.ts'
import { flagOf } from './query.ts'
import { readRun } from './run-address.ts'
import { policyOf } from './run-state.ts'
import { runView } from './run-view.ts'
import { createStoryLogs } from './story/story-logs.ts'
import { storyOf } from './story/story.ts'

/** Answers one request for a run. */
type RunHandler = (request: HttpRequest, route: RouteContext<Principal>) => Promise<BodyResponse>

/**
 * `GET /v1/runs/{run}`: one run with all its decisions, those that the mode only recorded included. A run whose
 * state has expired is answered from its record. With `story` its log is read, to say what it had found and what
 * became of its decisions. Throws PermanentError `not_found`.
 */
export function run(context: ControlContext): RunHandler {
  const { store } = context
  const logOf = createStoryLogs(store)
  return async ({ query }, { params, principal }) => {
    const withStory = flagOf(query, 'story')
    const { address, stored } = await readRun(store, principal.tenant, params.run ?? '')
    const decisions = (await store.decisions(address.key, 0)).map(inWords)
    const { summary, memory } = stored
    const policy = summary === null ? null : policyOf(context, summary, stored)
    const ending = { outcome: summary?.outcome ?? 'open', correct: summary?.correct ?? null } as const
    const story = withStory ? storyOf(await logOf(stored), decisions, ending) : { decisions }
    return json(200, {
      nowMs: store.now(),
      run: address.run,
      summary: summary === null ? null : runView(summary),
      ...story,
      effects: await store.effects(address.key),
      mode: policy?.mode ?? null,
      limits: policy === null || memory === null ? (policy?.limits ?? null) : limitsInForce(memory, policy),
      tools: memory === null ? null : toolAccess(memory),
      policyVersion: memory?.policyVersion ?? null,
      engineVersion: memory?.engineVersion ?? null,
      steps: stored.version,
      judgedSteps: stored.judgedVersion,
    })
  }
}

/** The decision with its counts in words, for who shows it. */
function inWords(decision: Decision) {
  const { reason, evidence } = decision
  return { ...decision, evidence: { ...evidence, words: evidenceTexts(reason, evidence) } }
}
