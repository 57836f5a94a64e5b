import { advice, checkpointAdvice, decision } from '../schemas/decision.ts'
import type { Operation } from './operation.ts'
import { after, agent, attributes, bodyErrors, json, lane, task, text, wait } from './parts.ts'

/** Operations with which an agent reports and asks. */
export const decidingOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v1/runs/{run}/checkpoint',
    id: 'checkpoint',
    summary: 'Reports steps and asks, in one round trip: the answer covers them.',
    rights: ['ingest'],
    query: [
      after,
      wait(2000),
      lane,
      agent,
      attributes,
      task,
      {
        name: 'source',
        about: 'How the agent is attached: decides the mode of a run not seen before. Default `sdk`.',
        schema: { enum: ['sdk', 'telemetry'] },
      },
    ],
    body: { required: false, content: { 'application/x-protobuf': null, 'application/json': null } },
    answer: { about: 'The advice that covers the steps.', content: json(checkpointAdvice) },
    errors: bodyErrors,
  },
  {
    method: 'GET',
    path: '/v1/runs/{run}/decision',
    id: 'decision',
    summary: 'The newest decision after a number; waits for one, or for a span to be judged.',
    rights: ['ingest', 'read'],
    query: [
      after,
      wait(0),
      lane,
      { name: 'fence', about: 'Span id: answer as soon as that span is judged.', schema: text },
    ],
    answer: { about: 'The advice, and what became of the fence.', content: json(advice) },
    errors: ['bad_request', 'not_found'],
  },
  {
    method: 'GET',
    path: '/v1/runs/{run}/events',
    id: 'events',
    summary: 'Decisions as server-sent events: `decision`, and `recorded` for those that must not act.',
    rights: ['ingest', 'read'],
    query: [after, lane],
    header: [{ name: 'Last-Event-ID', about: 'Newest decision number known.', schema: text }],
    answer: {
      about: 'One event for each decision, its number as the id.',
      content: { 'text/event-stream': decision },
    },
    errors: ['bad_request', 'not_found'],
  },
]
