import type { Operation, Parameter } from './described.ts'
import { barAnswer, barBody } from './schemas/bar.ts'
import { approveBody, effectAnswer, effectBody } from './schemas/effect.ts'

const text = { type: 'string' }
const agent: Parameter = {
  name: 'agent',
  about: 'Name of the agent, for a run not seen before.',
  schema: text,
}
const task: Parameter = { name: 'task', about: 'Name of the task, for a run not seen before.', schema: text }
const acting = ['bad_request', 'unsupported_media_type', 'too_large', 'conflict', 'overloaded'] as const

/** Operations about effects that are reserved before they happen, and about the bar. */
export const effectOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v1/runs/{run}/effects',
    id: 'effects',
    summary: 'Asks for an effect before it is made; with `done`, says what became of it.',
    rights: ['ingest'],
    query: [
      {
        name: 'wait',
        about: "Longest wait for a person's answer, milliseconds, at most 30000. Default 0.",
        schema: { type: 'integer', minimum: 0 },
      },
      agent,
      task,
    ],
    body: { required: true, content: { 'application/json': effectBody } },
    answer: { about: 'Whether it may be made.', content: { 'application/json': effectAnswer } },
    errors: [...acting, 'not_found'],
  },
  {
    method: 'POST',
    path: '/v1/runs/{run}/bar',
    id: 'bar',
    summary: 'Registers the criteria that checks measure against; they may rise. A person retires some.',
    rights: ['ingest', 'control'],
    query: [agent, task],
    body: { required: true, content: { 'application/json': barBody } },
    answer: { about: 'The bar that holds now.', content: { 'application/json': barAnswer } },
    errors: [...acting, 'not_found'],
  },
  {
    method: 'POST',
    path: '/v1/runs/{run}/approve',
    id: 'approve',
    summary: 'A person answers for an effect that waits.',
    rights: ['control'],
    body: { required: true, content: { 'application/json': approveBody } },
    answer: { about: 'What became of the effect.', content: { 'application/json': effectAnswer } },
    errors: [...acting, 'not_found'],
  },
]
