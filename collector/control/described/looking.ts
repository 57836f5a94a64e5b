import { limitClasses, outcomes, reasons } from '@loop-observer/rules'
import { aboutObserver } from '../schemas/about.ts'
import { report } from '../schemas/report.ts'
import { runDetail, runList } from '../schemas/run.ts'
import { series } from '../schemas/series.ts'
import { stepList } from '../schemas/step.ts'
import type { Operation, Parameter } from './operation.ts'
import { json, positive, text, whole } from './parts.ts'

const since: Parameter = {
  name: 'since',
  about: 'An ISO 8601 time, or a span back from now: `30d`, `12h`, `15m`.',
  schema: text,
}

/** Operations that show what happened. */
export const lookingOperations: readonly Operation[] = [
  {
    method: 'GET',
    path: '/v1/runs',
    id: 'runs',
    summary: 'Runs, newest first.',
    rights: ['read'],
    query: [
      { name: 'outcome', about: 'Only runs that ended so.', schema: { enum: outcomes } },
      { name: 'reason', about: 'Only runs ended for this reason.', schema: { enum: reasons } },
      { name: 'agent', about: 'Only runs of this agent.', schema: text },
      {
        name: 'limit_hit',
        about: 'Only runs that met a limit, enforced or not. Default false.',
        schema: { type: 'boolean' },
      },
      {
        name: 'class',
        about: 'Only runs that met a limit while they did this.',
        schema: { enum: limitClasses },
      },
      since,
      {
        name: 'trace',
        about: 'Only runs with steps of this trace, of the newest 10,000 runs.',
        schema: text,
      },
      {
        name: 'limit',
        about: 'Most runs, at most 1000. Default 100.',
        schema: positive,
      },
      { name: 'before', about: 'Only what follows: the `next` of an earlier answer.', schema: text },
      {
        name: 'pulse',
        about: 'With `true`, also what the newest calls of each run brought. Default `false`.',
        schema: { enum: ['true', 'false'] },
      },
    ],
    answer: { about: 'The runs.', content: json(runList) },
    errors: ['bad_request'],
  },
  {
    method: 'GET',
    path: '/v1/runs/{run}',
    id: 'run',
    summary: 'One run with its decisions.',
    rights: ['read'],
    query: [
      {
        name: 'story',
        about: 'With `true`, also what the run had found, and what became of each decision. Default `false`.',
        schema: { enum: ['true', 'false'] },
      },
    ],
    answer: { about: 'The run.', content: json(runDetail) },
    errors: ['bad_request', 'not_found'],
  },
  {
    method: 'GET',
    path: '/v1/runs/{run}/steps',
    id: 'steps',
    summary: 'The steps of a run, with previews and fingerprints.',
    rights: ['read'],
    query: [
      { name: 'from', about: 'Place in the log. Default 0.', schema: whole },
      {
        name: 'limit',
        about: 'Most steps, at most 1000. Default 200.',
        schema: positive,
      },
      {
        name: 'thoughts',
        about: 'With `true`, also what each rule thought of each step. Default `false`.',
        schema: { enum: ['true', 'false'] },
      },
    ],
    answer: { about: 'A stretch of the log.', content: json(stepList) },
    errors: ['bad_request', 'not_found'],
  },
  {
    method: 'GET',
    path: '/v1/tasks/{task}/next',
    id: 'next',
    summary: 'From the attempts at a task: whether another one is worth it.',
    rights: ['ingest', 'read'],
    answer: { about: 'The attempts and what they say.', content: json(series) },
    errors: ['bad_request', 'not_found'],
  },
  {
    method: 'GET',
    path: '/v1/report',
    id: 'report',
    summary: 'How runs ended, by outcome and reason, which limits were hit, and what checks said.',
    rights: ['read'],
    query: [
      { ...since, about: `${since.about} Default \`30d\`.` },
      { name: 'agent', about: 'Only runs of this agent.', schema: text },
    ],
    answer: { about: 'The report.', content: json(report) },
    errors: ['bad_request'],
  },
  {
    method: 'GET',
    path: '/v1/about',
    id: 'about',
    summary: 'Which observer this is, and where it takes spans.',
    rights: ['read'],
    answer: { about: 'The observer.', content: json(aboutObserver) },
    errors: [],
  },
]
