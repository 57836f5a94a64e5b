import { z } from 'zod'

const text = z.string().optional().catch(undefined)
const name = z.string().min(1).max(512)

/**
 * What Claude Code posts to a hook of type `http`: only what is used here, and nothing but session and
 * event is relied on. A field of another shape counts as missing. Source: Claude Code docs, "Hooks reference".
 */
export const hookPayload = z.object({
  session_id: name.max(256),
  hook_event_name: name,
  cwd: text,
  permission_mode: text,
  /** On events inside a sub-agent. */
  agent_id: text,
  agent_type: text,
  tool_name: text,
  tool_input: z.unknown().optional(),
  tool_response: z.unknown().optional(),
  tool_use_id: text,
  /** `PostToolUseFailure`. */
  error: text,
  is_interrupt: z.boolean().optional().catch(undefined),
  /** `SessionEnd`: `clear`, `logout`, `prompt_input_exit`, `other`. */
  reason: text,
})

/** A checked payload. */
export type HookPayload = z.infer<typeof hookPayload>

/** Events that something is done about; all others are answered with nothing. */
export const hookEvents = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'UserPromptSubmit',
  'Stop',
  'StopFailure',
  'SubagentStop',
  'SessionEnd',
] as const

/** One of {@link hookEvents}. */
export type HookEvent = (typeof hookEvents)[number]

/** The event of a payload, or null for one that is none of ours. */
export function hookEventOf({ hook_event_name: event }: HookPayload): HookEvent | null {
  return hookEvents.find((each) => each === event) ?? null
}

/** The actor: `main`, or the sub-agent that the event happened in. */
export function hookLane({ agent_id: id, agent_type: type }: HookPayload): string {
  if (id === undefined || id === '') return 'main'
  return (type === undefined || type === '' ? id : `${type}:${id}`).slice(0, 256)
}
