import { barAnswer, barBody } from '../schemas/bar.ts'
import { approveBody, effectAnswer, effectBody } from '../schemas/effect.ts'
import type { Operation } from './operation.ts'
import { agent, attributes, bodyErrors, json, task, wait } from './parts.ts'

/** Operations about effects that are reserved before they happen, and about the bar. */
export const effectOperations: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v1/runs/{run}/effects',
    id: 'effects',
    summary: 'Asks for an effect before it is made; with `done`, says what became of it.',
    rights: ['ingest'],
    query: [wait(0, "Longest wait for a person's answer"), agent, task, attributes],
    body: { required: true, content: json(effectBody) },
    answer: { about: 'Whether it may be made.', content: json(effectAnswer) },
    errors: [...bodyErrors, 'conflict', 'not_found'],
  },
  {
    method: 'POST',
    path: '/v1/runs/{run}/bar',
    id: 'bar',
    summary: 'Registers the criteria that checks measure against; they may rise. A person retires some.',
    rights: ['ingest', 'control'],
    query: [agent, task, attributes],
    body: { required: true, content: json(barBody) },
    answer: { about: 'The bar that holds now.', content: json(barAnswer) },
    errors: [...bodyErrors, 'conflict', 'not_found'],
  },
  {
    method: 'POST',
    path: '/v1/runs/{run}/approve',
    id: 'approve',
    summary: 'A person answers for an effect that waits.',
    rights: ['control'],
    body: { required: true, content: json(approveBody) },
    answer: { about: 'What became of the effect.', content: json(effectAnswer) },
    errors: [...bodyErrors, 'conflict', 'not_found'],
  },
]
