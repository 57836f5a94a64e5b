import { PermanentError } from '../../errors/errors.ts'
import { parseExact } from '../../exact-json.ts'
import { readBody } from '../../http/body.ts'
import type { Principal } from '../../http/principal.ts'
import type { HttpRequest } from '../../http/request.ts'
import { json } from '../../http/response.ts'
import type { Handler } from '../../http/route.ts'
import { Admission } from '../../receiver/admission.ts'
import type { ControlContext } from '../context.ts'
import { askedWaitMs } from '../question.ts'
import { attendHook } from './attend.ts'
import type { HookAnswer } from './hook-answer.ts'
import { hookEventOf, hookPayload, type HookEvent, type HookPayload } from './payload.ts'
import { HookSessions } from './sessions.ts'

/** The agent waits for the answer. */
const defaultWaitMs = 1000

/**
 * `POST /v1/hooks/claude-code`: what a hook of type `http` of Claude Code posts. Tool calls and
 * prompts become steps of the run that has the session's id, the answer carries a nudge or a stop.
 * It fails open: whatever goes wrong here, and an answer that is not there within `wait`, is `{}`.
 */
export function claudeCodeHook(context: ControlContext): Handler<Principal> {
  const sessions = new HookSessions()
  const admission = new Admission(context.bodyLimits)
  return async (request, { principal }) => {
    let event: HookEvent | 'other' = 'other'
    let result: HookResult = 'unreadable'
    let answer: HookAnswer = {}
    try {
      const waitMs = askedWaitMs(request.query, defaultWaitMs)
      const payload = await readPayload(context, request, admission)
      result = 'failed'
      const known = hookEventOf(payload)
      if (known !== null) {
        event = known
        const attended = attendHook(context, sessions, { payload, event, tenant: principal.tenant })
        const reply = await within(waitMs, attended)
        if (reply?.deliver() === true) answer = reply.answer
        result = reply === null ? 'late' : resultOf(answer)
      } else result = 'ignored'
    } catch {
      // Counted below: the agent must go on, whatever happened.
    }
    context.metrics.count('hook_events_total', { event, result })
    return json(200, answer)
  }
}

type HookResult = 'continue' | 'nudge' | 'halt' | 'late' | 'ignored' | 'unreadable' | 'failed'

function resultOf(answer: HookAnswer): HookResult {
  if (answer.continue === false) return 'halt'
  return answer.hookSpecificOutput === undefined ? 'continue' : 'nudge'
}

async function readPayload(
  { bodyLimits }: ControlContext,
  request: HttpRequest,
  admission: Admission,
): Promise<HookPayload> {
  const admitted = admission.enter()
  try {
    const { compressedBytes, inflatedBytes } = bodyLimits
    const reserve = (sizeBytes: number): void => admitted.hold(sizeBytes)
    const body = await readBody(request, { compressedBytes, inflatedBytes, reserve })
    admitted.begin()
    // A page of another origin can send `text/plain` without asking, but not this.
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      throw new PermanentError('unsupported_media_type', 'the body must be application/json')
    }
    return hookPayload.parse(parseExact(body.toString('utf8')))
  } finally {
    admitted.leave()
  }
}

/** Null when it takes longer; what was begun goes on. */
async function within<Value>(waitMs: number, work: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), waitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
