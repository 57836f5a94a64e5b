import { mayUse, type AckStep, type OutcomeStep, type StepRecord } from '@loop-observer/rules'
import type { RunIntro } from '../../judging/judging.ts'
import { introOf } from '../../judging/marks.ts'
import { toldSpans, type ToldStep } from '../../told/told-spans.ts'
import { toldBase } from '../act.ts'
import { advise } from '../advice.ts'
import type { ControlContext } from '../context.ts'
import { readState, settledState, type RunState } from '../run-state.ts'
import { newestTold } from './newest-told.ts'
import { deniedTool, hookAnswer, type HookAnswer } from './hook-answer.ts'
import { hookLane, type HookEvent, type HookPayload } from './payload.ts'
import type { HookSessions } from './sessions.ts'

/** One hook that fired. */
export interface FiredHook {
  readonly payload: HookPayload
  readonly event: HookEvent
  readonly tenant: string
}

/** What to answer, and what it means that the answer goes out. */
export interface HookReply {
  readonly answer: HookAnswer
  /** To be called when the answer is about to be given in time; false when another hook gave it already. */
  readonly deliver: () => boolean
}

const nothing: HookReply = { answer: {}, deliver: () => true }

/** Does what an event asks for, and says what to answer. Throws what store and judge throw. */
export function attendHook(
  context: ControlContext,
  sessions: HookSessions,
  hook: FiredHook,
): Promise<HookReply> {
  switch (hook.event) {
    case 'PreToolUse':
      sessions.begin(callKey(hook), context.store.now())
      return answer(context, sessions, hook)
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return reportCall(context, sessions, hook)
    case 'PostToolBatch':
    case 'SubagentStop':
      return answer(context, sessions, hook)
    case 'UserPromptSubmit':
      return prompt(context, sessions, hook)
    case 'Stop':
      return end(context, hook, 'answered')
    case 'StopFailure':
      return end(context, hook, 'failed')
    case 'SessionEnd':
      // Only a run that nothing else ended: whoever leaves after an answer abandons nothing.
      return end(context, hook, 'abandoned')
  }
}

async function reportCall(
  context: ControlContext,
  sessions: HookSessions,
  hook: FiredHook,
): Promise<HookReply> {
  const { payload, event } = hook
  // A call that a person interrupts says nothing about the agent.
  if (payload.tool_name === undefined || payload.is_interrupt === true) return answer(context, sessions, hook)
  const endMs = context.store.now()
  const lane = hookLane(payload)
  const failed = event === 'PostToolUseFailure'
  const callId = payload.tool_use_id ?? null
  await report(context, hook, {
    kind: 'tool',
    id: callId === null ? `hook:${crypto.randomUUID()}` : `hook:${callId}`,
    lane,
    startMs: sessions.startOf(callKey(hook), laneKey(hook), endMs),
    endMs,
    tool: payload.tool_name,
    callId,
    round: null,
    args: payload.tool_input,
    observation: failed ? payload.error : payload.tool_response,
    failed,
  })
  return answer(context, sessions, hook)
}

/** A prompt is a step; and whoever prompts a session that its loop stopped wants it to go on. */
async function prompt(context: ControlContext, sessions: HookSessions, hook: FiredHook): Promise<HookReply> {
  const atMs = context.store.now()
  const state = await readState(context, keyOf(hook), 0)
  if (state !== null && isStoppedByLoop(state)) {
    const base = toldBase(context, { id: null, lane: '*', atMs })
    const note = 'The person at the session sent another prompt.'
    await tell(context, hook, state, { ...base, kind: 'operator', act: 'resume', note, limits: null })
  }
  const id = `prompt:${crypto.randomUUID()}`
  const startMs = sessions.startOf(id, laneKey(hook), atMs)
  await report(context, hook, { kind: 'user', id, lane: hookLane(hook.payload), startMs, endMs: atMs })
  return nothing
}

/** What an operator or a limit stopped is not for the person at the session to take up again. */
function isStoppedByLoop(state: RunState): boolean {
  const stop = advise(state, { after: state.summary.seq, lane: 'main' }).decision
  return (
    stop !== undefined && stop.resumable && stop.reason !== 'operator' && !stop.reason.startsWith('budget_')
  )
}

async function end(
  context: ControlContext,
  hook: FiredHook,
  outcome: OutcomeStep['outcome'],
): Promise<HookReply> {
  const state = await readState(context, keyOf(hook), 0)
  if (state === null || state.summary.halted) return nothing
  if (hook.event === 'SessionEnd' && state.summary.outcome !== 'open') return nothing
  const base = toldBase(context, { id: null, lane: '*', atMs: context.store.now() })
  await tell(context, hook, state, { ...base, kind: 'outcome', outcome, correct: null })
  return nothing
}

/** Puts a step into the log, through dialects and binding like any span, and has the lane judged up to it. */
async function report(context: ControlContext, hook: FiredHook, step: ToldStep): Promise<void> {
  const { payload, tenant } = hook
  const { session_id: run, cwd, permission_mode: mode } = payload
  const resource = {
    'service.name': 'claude-code',
    'session.id': run,
    ...(cwd === undefined ? {} : { 'claude_code.cwd': cwd }),
    ...(mode === undefined ? {} : { 'claude_code.permission_mode': mode }),
  }
  const body = toldSpans({ run, traceId: null, source: 'hooks', agent: 'claude-code', resource }, [step])
  const nowMs = context.store.now()
  const ingest = { encoding: 'json', body: Buffer.from(body), tenant, run, nowMs, source: 'hooks' } as const
  const { steps } = await context.ingest(ingest)
  for (const bound of steps) await context.judge.acceptAndSettle(bound, step.lane)
}

async function answer(context: ControlContext, sessions: HookSessions, hook: FiredHook): Promise<HookReply> {
  const lane = hookLane(hook.payload)
  const state = await settledState(context, keyOf(hook), 0)
  if (state === null) return nothing
  const after = sessions.heard(laneKey(hook)) ?? (await newestTold(context.store, state.stored, lane))
  const { action, decision } = advise(state, { after, lane })
  if (decision === undefined || action === 'continue') return refuseTool(state, hook) ?? nothing
  const reply = hookAnswer(hook.event, action, decision)
  const isNew = decision.seq > after
  return {
    answer: reply,
    deliver: () => {
      if (!isNew || Object.keys(reply).length === 0) return true
      // Of two hooks at a time only one carries the nudge.
      if (action === 'nudge' && decision.seq <= (sessions.heard(laneKey(hook)) ?? 0)) return false
      sessions.tell(laneKey(hook), decision.seq)
      const stage = action === 'nudge' ? 'delivered' : 'acted'
      void acknowledge(context, hook, state, { seq: decision.seq, stage })
      return true
    },
  }
}

/** A tool that an operator took away when the run was resumed is not called. */
function refuseTool({ tools }: RunState, { event, payload }: FiredHook): HookReply | null {
  const { tool_name: tool } = payload
  if (event !== 'PreToolUse' || tool === undefined || mayUse(tools ?? null, tool)) return null
  return { answer: deniedTool(tool), deliver: () => true }
}

/** Nobody waits for it: an acknowledgement that is lost costs a nudge told twice after a restart. */
async function acknowledge(
  context: ControlContext,
  hook: FiredHook,
  state: RunState,
  { seq, stage }: Pick<AckStep, 'seq' | 'stage'>,
): Promise<void> {
  const lane = hookLane(hook.payload)
  const base = toldBase(context, { id: `ack:${seq}:${stage}:${lane}`, lane, atMs: context.store.now() })
  try {
    await tell(context, hook, state, { ...base, kind: 'ack', seq, stage })
  } catch {
    // The store's metrics tell of it.
  }
}

async function tell(
  context: ControlContext,
  hook: FiredHook,
  state: RunState,
  step: AckStep | OutcomeStep | Extract<StepRecord['step'], { kind: 'operator' }>,
): Promise<void> {
  const intro: RunIntro = introOf(keyOf(hook), state.summary)
  await context.judge.acceptAndSettle({ intro, records: [{ step, preview: null }] }, step.lane)
}

function keyOf({ payload, tenant }: FiredHook): string {
  return `${tenant}/${payload.session_id}`
}

function laneKey(hook: FiredHook): string {
  return `${keyOf(hook)}\n${hookLane(hook.payload)}`
}

function callKey(hook: FiredHook): string {
  return `${keyOf(hook)}\n${hook.payload.tool_use_id ?? hook.payload.tool_name}`
}
