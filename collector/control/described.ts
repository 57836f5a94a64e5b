import { outcomes, reasons } from '@loop-observer/rules'
import type { z } from 'zod'
import type { ErrorCode } from '../errors/errors.ts'
import type { Right } from '../http/principal.ts'
import { effectOperations } from './described-effects.ts'
import { aboutObserver } from './schemas/about.ts'
import { ackBody, haltBody, outcomeBody, resumeBody } from './schemas/bodies.ts'
import { advice, checkpointAdvice, decision, told } from './schemas/decision.ts'
import { hookBody, hookReply } from './schemas/hooks.ts'
import { report, runDetail, runList } from './schemas/run.ts'
import { series } from './schemas/series.ts'
import { stepList } from './schemas/step.ts'

/** A parameter of the query or a header. */
export interface Parameter {
  readonly name: string
  readonly about: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** What a route takes and gives, for the OpenAPI document. A test holds this list and the routes together. */
export interface Operation {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly id: string
  readonly summary: string
  /** Any of these; none is needed when there are none. */
  readonly rights: readonly Right[]
  readonly query?: readonly Parameter[]
  readonly header?: readonly Parameter[]
  readonly body?: {
    readonly required: boolean
    /** Content type to schema; null where the content has none here. */
    readonly content: Readonly<Record<string, z.ZodType | null>>
  }
  readonly answer: { readonly about: string; readonly content: Readonly<Record<string, z.ZodType | null>> }
  /** Beside those of rights and failures of the observer. */
  readonly errors: readonly ErrorCode[]
}

const whole = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

const after: Parameter = { name: 'after', about: 'Newest decision number known. Default 0.', schema: whole }
const wait = (otherwise: number): Parameter => ({
  name: 'wait',
  about: `Longest wait, milliseconds, at most 30000. Default ${otherwise}.`,
  schema: whole,
})
const lane: Parameter = {
  name: 'lane',
  about: 'The lane that asks. Default `*`: the run with all its lanes.',
  schema: { type: 'string', maxLength: 256 },
}
const since: Parameter = {
  name: 'since',
  about: 'An ISO 8601 time, or a span back from now: `30d`, `12h`, `15m`.',
  schema: text,
}

const json = (schema: z.ZodType): Readonly<Record<string, z.ZodType>> => ({ 'application/json': schema })
const plain = { 'text/plain; charset=utf-8': null }

/** Every operation of the control channel, apart from the files of the page. */
export const operations: readonly Operation[] = [
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
      { name: 'agent', about: 'Name of the agent, for a run not seen before.', schema: text },
      { name: 'task', about: 'Name of the task, for a run not seen before.', schema: text },
      {
        name: 'source',
        about: 'How the agent is attached: decides the mode of a run not seen before. Default `sdk`.',
        schema: { enum: ['sdk', 'telemetry'] },
      },
    ],
    body: { required: false, content: { 'application/x-protobuf': null, 'application/json': null } },
    answer: { about: 'The advice that covers the steps.', content: json(checkpointAdvice) },
    errors: ['bad_request', 'unsupported_media_type', 'too_large', 'overloaded'],
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
  {
    method: 'POST',
    path: '/v1/runs/{run}/ack',
    id: 'ack',
    summary: 'A decision was delivered, seen, acted on.',
    rights: ['ingest'],
    body: { required: true, content: json(ackBody) },
    answer: { about: 'Where the run stands.', content: json(told) },
    errors: ['bad_request', 'unsupported_media_type', 'too_large', 'not_found', 'overloaded'],
  },
  {
    method: 'POST',
    path: '/v1/runs/{run}/halt',
    id: 'halt',
    summary: 'A person stops the run.',
    rights: ['control'],
    body: { required: false, content: json(haltBody) },
    answer: { about: 'Where the run stands.', content: json(told) },
    errors: ['bad_request', 'unsupported_media_type', 'too_large', 'not_found', 'conflict', 'overloaded'],
  },
  {
    method: 'POST',
    path: '/v1/runs/{run}/resume',
    id: 'resume',
    summary: 'A person lets the run go on, perhaps with other limits.',
    rights: ['control'],
    body: { required: false, content: json(resumeBody) },
    answer: { about: 'Where the run stands.', content: json(told) },
    errors: ['bad_request', 'unsupported_media_type', 'too_large', 'not_found', 'conflict', 'overloaded'],
  },
  {
    method: 'POST',
    path: '/v1/runs/{run}/outcome',
    id: 'outcome',
    summary: 'How the run ended; later, whether the answer was right.',
    rights: ['ingest'],
    body: { required: true, content: json(outcomeBody) },
    answer: { about: 'Where the run stands.', content: json(told) },
    errors: ['bad_request', 'unsupported_media_type', 'too_large', 'overloaded'],
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
  ...effectOperations,
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
      since,
      {
        name: 'limit',
        about: 'Most runs, at most 1000. Default 100.',
        schema: { type: 'integer', minimum: 1 },
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
        schema: { type: 'integer', minimum: 1 },
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
    summary: 'How runs ended, by outcome and reason, and which limits were hit.',
    rights: ['read'],
    query: [{ ...since, about: `${since.about} Default \`30d\`.` }],
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
  {
    method: 'GET',
    path: '/metrics',
    id: 'metrics',
    summary: 'Metrics in the Prometheus text format.',
    rights: ['read'],
    answer: { about: 'The metrics.', content: { 'text/plain; version=0.0.4; charset=utf-8': null } },
    errors: [],
  },
  {
    method: 'GET',
    path: '/healthz',
    id: 'healthz',
    summary: 'The process answers.',
    rights: [],
    answer: { about: 'It does.', content: plain },
    errors: [],
  },
  {
    method: 'GET',
    path: '/readyz',
    id: 'readyz',
    summary: 'The store answers.',
    rights: [],
    answer: { about: 'It does.', content: plain },
    errors: [],
  },
  {
    method: 'GET',
    path: '/openapi.json',
    id: 'openapi',
    summary: 'This document.',
    rights: [],
    answer: { about: 'An OpenAPI 3.1 document.', content: { 'application/json': null } },
    errors: [],
  },
]
