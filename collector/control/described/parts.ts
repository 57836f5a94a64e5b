import type { z } from 'zod'
import type { ErrorCode } from '../../errors/errors.ts'
import type { Parameter } from './operation.ts'

/** Schema of a whole number from 0. */
export const whole = { type: 'integer', minimum: 0 }
/** Schema of a whole number from 1. */
export const positive = { type: 'integer', minimum: 1 }
/** Schema of any text. */
export const text = { type: 'string' }

/** `after`: decisions up to this one are known. */
export const after: Parameter = {
  name: 'after',
  about: 'Newest decision number known. Default 0.',
  schema: whole,
}

/** `wait`, with its default in milliseconds and what is waited for. */
export function wait(otherwiseMs: number, about = 'Longest wait'): Parameter {
  return {
    name: 'wait',
    about: `${about}, milliseconds, at most 30000. Default ${otherwiseMs}.`,
    schema: whole,
  }
}

/** `lane`: who asks. */
export const lane: Parameter = {
  name: 'lane',
  about: 'The lane that asks. Default `*`: the run with all its lanes.',
  schema: { type: 'string', maxLength: 256 },
}

/** `agent` of a run that begins. */
export const agent: Parameter = {
  name: 'agent',
  about: 'Name of the agent, for a run not seen before.',
  schema: text,
}

/** `task` of a run that begins. */
export const task: Parameter = {
  name: 'task',
  about: 'Name of the task, for a run not seen before.',
  schema: text,
}

/** `attributes` of a run that begins. */
export const attributes: Parameter = {
  name: 'attributes',
  about: 'A JSON object of texts that routes of the policy may match, for a run not seen before.',
  schema: text,
}

/** Content that is JSON. */
export function json(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  return { 'application/json': schema }
}

/** What may be wrong with a request that has a body and writes a step. */
export const bodyErrors: readonly ErrorCode[] = [
  'bad_request',
  'unsupported_media_type',
  'too_large',
  'overloaded',
]
