import { z } from 'zod'
import { errorTable, type ErrorCode } from '../errors/errors.ts'
import type { Right } from '../http/principal.ts'
import { operations } from './described/list.ts'
import type { Operation, Parameter } from './described/operation.ts'
import { failure } from './schemas/words.ts'

type Json = Readonly<Record<string, unknown>>

/** The OpenAPI 3.1 document of the control channel. */
export function openApiDocument(version: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'loop-observer control channel',
      version,
      description:
        'Decisions to agents; steps, acknowledgements, operator acts and outcomes from them; what happened, for people.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths: paths(),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Needed when tokens are set, which is required beyond loopback.',
        },
      },
      schemas: componentSchemas(),
    },
  }
}

function paths(): Json {
  const byPath: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const item = (byPath[operation.path] ??= {})
    item[operation.method.toLowerCase()] = operationObject(operation)
  }
  return byPath
}

function operationObject(operation: Operation): Json {
  const { id, summary, rights, body, answer, errors } = operation
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => pathParameter(match[1] ?? ''))
  return {
    operationId: id,
    summary,
    ...(rights.length === 0 ? {} : needs(rights)),
    parameters: [
      ...inPath,
      ...(operation.query ?? []).map(queryParameter),
      ...(operation.header ?? []).map(headerParameter),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: body.required, content: contentOf(body.content) } }),
    responses: {
      200: { description: answer.about, content: contentOf(answer.content) },
      ...errorResponses(rights.length === 0 ? errors : [...errors, 'unauthenticated', 'forbidden']),
    },
  }
}

function needs(rights: readonly Right[]): Json {
  const named = rights.map((right) => `\`${right}\``).join(' or ')
  return { description: `Needs the right ${named}.`, security: [{}, { token: [] }] }
}

function contentOf(content: Readonly<Record<string, z.ZodType | null>>): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, schema]) => [type, schema === null ? {} : { schema: ref(schema) }]),
  )
}

function errorResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(
    new Set<ErrorCode>([...codes, 'internal', 'unavailable']),
    (code) => errorTable[code].http,
  )
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\``).join(', '),
        content: contentOf({ 'application/json': failure }),
      },
    ]),
  )
}

const inPathAbout: Readonly<Record<string, string>> = {
  run: 'A run id, or `trace:ID`',
  task: 'Name of a task',
}

function pathParameter(name: string): Json {
  const description = `${inPathAbout[name] ?? name}; percent-encoded.`
  return { name, in: 'path', required: true, description, schema: { type: 'string', minLength: 1 } }
}

function queryParameter({ name, about, schema }: Parameter): Json {
  return { name, in: 'query', required: false, description: about, schema }
}

function headerParameter({ name, about, schema }: Parameter): Json {
  return { name, in: 'header', required: false, description: about, schema }
}

function ref(schema: z.ZodType): Json {
  const { id } = schema.meta() ?? {}
  if (id === undefined) throw new Error('a described schema needs an id')
  return { $ref: `#/components/schemas/${id}` }
}

function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => `#/components/schemas/${id}` })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema]),
  )
}
