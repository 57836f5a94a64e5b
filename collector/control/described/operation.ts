import type { z } from 'zod'
import type { ErrorCode } from '../../errors/errors.ts'
import type { Right } from '../../http/principal.ts'

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
