import { fieldOf } from '../given.ts'

/**
 * Anything that validates by the Standard Schema interface, version 1 (standardschema.dev): zod,
 * valibot, arktype and others.
 */
export interface StandardSchema<Output> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
  }
}

/** What validating a value gave: the value as the schema has it, or what is wrong with it. */
type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** True for a schema; some are functions. Never throws. */
export function isSchema(value: unknown): value is StandardSchema<unknown> {
  return fieldOf(value, '~standard') !== undefined
}

/** One line for each issue: where, and what is wrong there. */
export function issueLines(issues: readonly SchemaIssue[]): readonly string[] {
  return issues.map(({ message, path }) => {
    const place = (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
    return place === '' ? message || 'is not valid' : `${place}: ${message}`
  })
}
