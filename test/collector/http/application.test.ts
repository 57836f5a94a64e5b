import { describe, expect, it } from 'vitest'
import { PermanentError } from '../../../collector/errors/errors.ts'
import { application } from '../../../collector/http/application.ts'
import type { Principal } from '../../../collector/http/principal.ts'
import { json, text, type HttpResponse } from '../../../collector/http/response.ts'
import { httpRequest } from '../../support/http-request.ts'

const running = new AbortController().signal
const defects: unknown[] = []

const serve = application({
  routes: [
    {
      method: 'GET',
      path: '/v1/runs/{run}',
      right: 'read',
      handle: (_, { params, principal }) => json(200, { ...params, tenant: principal.tenant }),
    },
    { method: 'GET', path: '/v1/runs/newest', right: 'read', handle: () => text(200, 'newest') },
    { method: 'POST', path: '/v1/runs/{run}/halt', right: 'control', handle: () => text(200, 'halted') },
    { method: 'GET', path: '/open', right: null, handle: () => text(200, 'open') },
    {
      method: 'GET',
      path: '/defect',
      right: null,
      handle: () => {
        throw new TypeError('secret detail')
      },
    },
  ],
  authorize: (request): Principal => {
    if (request.headers.authorization !== 'Bearer reader') {
      throw new PermanentError('unauthenticated', 'a token is needed')
    }
    return { tenant: 'acme', rights: new Set(['read']) }
  },
  onDefect: (error) => defects.push(error),
})

const reader = { Authorization: 'Bearer reader' }

function body(response: HttpResponse): unknown {
  return response.kind === 'body' ? JSON.parse(String(response.body)) : undefined
}

describe('an application', () => {
  it('hands decoded parameters and the principal to the handler', async () => {
    const response = await serve(httpRequest({ url: '/v1/runs/trace%3Aab%2Fc', headers: reader }), running)
    expect(body(response)).toEqual({ run: 'trace:ab/c', tenant: 'acme' })
  })

  it('prefers a literal segment to a parameter', async () => {
    expect(await serve(httpRequest({ url: '/v1/runs/newest', headers: reader }), running)).toMatchObject({
      body: 'newest',
    })
  })

  it('answers 404 where nothing is served', async () => {
    for (const url of ['/v1/runs/', '/v1/runs', '/v1/runs/a/b', '/nowhere']) {
      const response = await serve(httpRequest({ url, headers: reader }), running)
      expect(response).toMatchObject({ status: 404 })
      expect(body(response)).toMatchObject({ error: { code: 'not_found', advice: expect.any(String) } })
    }
  })

  it('answers 405 with the methods that are allowed', async () => {
    expect(await serve(httpRequest({ method: 'PUT', url: '/v1/runs/newest' }), running)).toMatchObject({
      status: 405,
      headers: { Allow: 'GET, HEAD' },
    })
  })

  it('answers 401 with a challenge when the sender is unknown', async () => {
    expect(await serve(httpRequest({ url: '/v1/runs/a' }), running)).toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer' },
    })
  })

  it('answers 403 naming the right that is missing', async () => {
    const response = await serve(
      httpRequest({ method: 'POST', url: '/v1/runs/a/halt', headers: reader }),
      running,
    )
    expect(response).toMatchObject({ status: 403 })
    expect(body(response)).toMatchObject({ error: { message: expect.stringContaining('`control`') } })
  })

  it('asks nobody on an open route', async () => {
    expect(await serve(httpRequest({ url: '/open' }), running)).toMatchObject({ status: 200 })
  })

  it('answers 400 to a path that is not UTF-8', async () => {
    expect(await serve(httpRequest({ url: '/v1/runs/%ff', headers: reader }), running)).toMatchObject({
      status: 400,
    })
  })

  it('reports a defect and keeps its text inside', async () => {
    const response = await serve(httpRequest({ url: '/defect' }), running)
    expect(response).toMatchObject({ status: 500 })
    expect(JSON.stringify(response)).not.toContain('secret detail')
    expect(defects).toEqual([new TypeError('secret detail')])
  })
})
