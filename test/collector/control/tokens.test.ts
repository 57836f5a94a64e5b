import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authorizer } from '../../../collector/control/tokens.ts'
import { startControl, type ControlServer } from './server.ts'
import { loop, work } from './steps.ts'

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

describe('tokens', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl({
      tokens: [
        { token: 'agent', rights: ['ingest'] },
        { token: 'viewer', rights: ['read'] },
        { sha256: createHash('sha256').update('boss').digest('hex'), rights: ['read', 'control'] },
        { token: 'other', tenant: 'acme', rights: ['ingest', 'read', 'control'] },
      ],
    })
    await server.report('r', loop(3))
  })
  afterEach(() => server.stop())

  const status = async (path: string, token: string, body?: unknown) =>
    (await server.call(path, { headers: bearer(token), ...(body === undefined ? {} : { body }) })).status

  test('are asked for, by the standard challenge', async () => {
    const { status: code, headers, body } = await server.call('/v1/runs')
    expect(code).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(body.error.code).toBe('unauthenticated')
    for (const authorization of ['Basic YTpi', 'Bearer', 'Bearer wrong', 'Bearer agent2']) {
      expect((await server.call('/v1/runs', { headers: { Authorization: authorization } })).status).toBe(401)
    }
  })

  test('open what they have the right to, and say which right is missing', async () => {
    expect(await status('/v1/runs', 'viewer')).toBe(200)
    expect(await status('/v1/runs/r/decision', 'viewer')).toBe(200)
    expect(await status('/v1/runs/r/decision', 'agent')).toBe(200)
    expect(await status('/v1/runs/r/ack', 'agent', { seq: 1, stage: 'seen' })).toBe(200)
    expect(await status('/v1/runs/r/halt', 'boss', {})).toBe(200)
    const refused = await server.call('/v1/runs/r/halt', { headers: bearer('viewer'), body: {} })
    expect(refused.status).toBe(403)
    expect(refused.body.error.message).toContain('`control`')
    expect(await status('/v1/runs', 'agent')).toBe(403)
    expect(await status('/v1/runs/r/outcome', 'viewer', { outcome: 'failed' })).toBe(403)
  })

  test('of one tenant see nothing of another', async () => {
    expect(await status('/v1/runs/r', 'other')).toBe(404)
    expect((await server.call('/v1/runs', { headers: bearer('other') })).body.runs).toEqual([])
    await server.report('r', work(1), { tenant: 'acme' })
    expect((await server.call('/v1/runs/r', { headers: bearer('other') })).body.summary.seq).toBe(0)
    expect((await server.call('/v1/runs/r', { headers: bearer('viewer') })).body.summary.seq).toBe(1)
  })

  test('are not needed for health, description and the files of the page', async () => {
    for (const path of ['/healthz', '/readyz', '/openapi.json', '/', '/page/main.js']) {
      const response = await fetch(`${server.url}${path}`)
      expect(response.status, path).toBe(200)
      await response.body?.cancel()
    }
    expect((await server.call('/metrics')).status).toBe(401)
  })

  test('that are no tokens are refused at the start', () => {
    expect(() => authorizer([{ rights: ['read'] }])).toThrow('`token`')
    expect(() => authorizer([{ sha256: 'abc', rights: ['read'] }])).toThrow('64 hex digits')
    expect(() => authorizer([{ token: '', rights: ['read'] }])).toThrow('`token`')
  })
})

describe('without tokens', () => {
  const authorize = authorizer([])
  const ask =
    (headers: Record<string, string>, method = 'POST') =>
    () =>
      authorize({ method, headers })

  test('everybody on this machine may do everything, as the default tenant', () => {
    const principal = authorize({ method: 'POST', headers: { host: 'localhost:4320' } })
    expect(principal.tenant).toBe('default')
    expect([...principal.rights].sort()).toEqual(['control', 'ingest', 'read'])
  })

  test('names of this machine and addresses are served', () => {
    for (const host of [
      'localhost',
      'localhost:4320',
      '127.0.0.1:4320',
      '[::1]:4320',
      'LOCALHOST:1',
      'a.localhost:2',
      '10.0.0.7',
    ]) {
      expect(ask({ host }), host).not.toThrow()
    }
  })

  test('names that a resolver could turn into this machine are not', () => {
    for (const host of [
      'evil.example:4320',
      'localhost.evil.example',
      'evil.example',
      '',
      '127.0.0.1.evil.example',
    ]) {
      expect(ask({ host }, 'GET'), host).toThrow('served only with tokens')
    }
  })

  test('a page of another origin changes nothing, the own page does', () => {
    const host = 'localhost:4320'
    expect(ask({ host, origin: 'http://localhost:4320' })).not.toThrow()
    for (const origin of ['http://evil.example', 'http://localhost:3000', 'null', 'https://localhost:4320']) {
      expect(ask({ host, origin }), origin).toThrow('may not change anything')
    }
  })
})
