import { ackBody, haltBody, outcomeBody, resumeBody } from '../schemas/bodies.ts'
import { told } from '../schemas/decision.ts'
import { hookBody, hookReply } from '../schemas/hooks.ts'
import type { Operation } from './operation.ts'
import { bodyErrors, json, wait } from './parts.ts'

const standing = { about: 'Where the run stands.', content: json(told) }

/** Operations with which an agent or a person says what happened, or shall happen. */
export const actingOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v1/runs/{run}/ack',
    id: 'ack',
    summary: 'A decision was delivered, seen, acted on.',
    rights: ['ingest'],
    body: { required: true, content: json(ackBody) },
    answer: standing,
    errors: [...bodyErrors, 'not_found'],
  },
  {
    method: 'POST',
    path: '/v1/runs/{run}/halt',
    id: 'halt',
    summary: 'A person stops the run.',
    rights: ['control'],
    body: { required: false, content: json(haltBody) },
    answer: standing,
    errors: [...bodyErrors, 'not_found', 'conflict'],
  },
  {
    method: 'POST',
    path: '/v1/runs/{run}/resume',
    id: 'resume',
    summary: 'A person lets the run go on, perhaps with other limits.',
    rights: ['control'],
    body: { required: false, content: json(resumeBody) },
    answer: standing,
    errors: [...bodyErrors, 'not_found', 'conflict'],
  },
  {
    method: 'POST',
    path: '/v1/runs/{run}/outcome',
    id: 'outcome',
    summary: 'How the run ended; later, whether the answer, or the stop, was right.',
    rights: ['ingest', 'control'],
    body: { required: true, content: json(outcomeBody) },
    answer: standing,
    errors: bodyErrors,
  },
  {
    method: 'POST',
    path: '/v1/hooks/claude-code',
    id: 'claudeCodeHook',
    summary: 'An HTTP hook of Claude Code: steps in, a nudge or a stop out. What goes wrong is `{}`.',
    rights: ['ingest'],
    query: [wait(1000)],
    body: { required: true, content: json(hookBody) },
    answer: { about: 'What Claude Code shall do; empty when nothing.', content: json(hookReply) },
    errors: [],
  },
]
