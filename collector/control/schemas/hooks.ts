import { z } from 'zod'
import { hookEvents, hookPayload } from '../hooks/payload.ts'

/** Body of `/v1/hooks/claude-code`. */
export const hookBody = hookPayload.meta({
  id: 'HookPayload',
  description: 'What Claude Code posts. Further fields are ignored.',
})

/** Answer of `/v1/hooks/claude-code`. */
export const hookReply = z
  .strictObject({
    continue: z.literal(false).optional().describe('Ends the loop.'),
    stopReason: z.string().optional().describe('For the person at the session.'),
    hookSpecificOutput: z
      .strictObject({
        hookEventName: z.enum(hookEvents),
        additionalContext: z.string().optional().describe('For the model.'),
        permissionDecision: z.literal('deny').optional(),
        permissionDecisionReason: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: 'HookAnswer', description: 'What Claude Code shall do; empty when nothing.' })
