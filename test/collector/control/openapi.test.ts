import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controlRoutes } from '../../../collector/control/control.ts'
import { operations } from '../../../collector/control/described/list.ts'
import { openApiDocument } from '../../../collector/control/openapi.ts'
import { startControl, type ControlServer } from './server.ts'

describe('the OpenAPI document', () => {
  let server: ControlServer
  beforeAll(async () => {
    server = await startControl()
  })
  afterAll(() => server.stop())

  test('describes every route that is served, with the rights it asks for, and no other', () => {
    const served = controlRoutes(server.context).map(({ method, path, right }) => [
      `${method} ${path}`,
      right === null ? [] : typeof right === 'string' ? [right] : right,
    ])
    const described = operations.map(({ method, path, rights }) => [`${method} ${path}`, rights])
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(served))
  })

  test('is served as it is', async () => {
    const { status, body } = await server.call('/openapi.json')
    expect(status).toBe(200)
    expect(body).toEqual(openApiDocument('0.0.0'))
    expect(body.openapi).toBe('3.1.0')
  })

  test('refers to schemas that are there, and all of them are valid JSON Schema', () => {
    const document = openApiDocument('0.0.0')
    const { schemas } = document['components'] as { schemas: Record<string, object> }
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false })
    ajv.addVocabulary(['components'])
    ajv.addSchema({ $id: 'api', components: { schemas } })
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)]
    expect(refs.length).toBeGreaterThan(20)
    for (const [, name] of refs) expect(Object.keys(schemas)).toContain(name)
    for (const name of Object.keys(schemas)) ajv.compile({ $ref: `api#/components/schemas/${name}` })
  })

  test('describes path parameters of every path', () => {
    const { paths } = openApiDocument('0.0.0') as {
      paths: Record<string, Record<string, { parameters: object[] }>>
    }
    for (const [path, item] of Object.entries(paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters } of Object.values(item)) {
        const inPath = parameters.filter((each) => (each as { in: string }).in === 'path')
        expect(inPath.map((each) => (each as { name: string }).name)).toEqual(named)
      }
    }
  })

  test('errors of routes that do not exist look like all others', async () => {
    const missing = await server.call('/v1/nothing')
    expect(missing.status).toBe(404)
    expect(missing.body.error.code).toBe('not_found')
    const method = await server.call('/v1/runs', { method: 'DELETE' })
    expect(method.status).toBe(405)
    expect(method.headers.get('allow')).toContain('GET')
  })
})
