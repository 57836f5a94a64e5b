import type { PolicyFile } from '@loop-observer/rules'
import { describe, expect, it } from 'vitest'
import { createPolicyBook } from '../../../collector/judging/policy-book.ts'

const run = { source: 'telemetry', agent: 'billing', attributes: {} } as const
const old: PolicyFile = { digest: 'old', mode: 'shadow' }
const next: PolicyFile = {
  digest: 'next',
  mode: 'enforce',
  routes: [{ attributes: { env: 'prod' }, preset: 'strict' }],
}

describe('the policy book', () => {
  it('keeps a run on the policy that it began with when the file is replaced', () => {
    const book = createPolicyBook(old)
    const { version } = book.forRun(run, null)
    book.replace(next)
    expect(book.forRun(run, version).mode).toBe('shadow')
    expect(book.forRun(run, null).mode).toBe('enforce')
  })

  it('judges a run of a version it never read by the policy in force, and says so once', () => {
    const said: string[] = []
    const book = createPolicyBook(next, (version) => said.push(version))
    expect(book.forRun(run, 'before-the-restart:balanced').mode).toBe('enforce')
    expect(book.forRun(run, 'before-the-restart:balanced').mode).toBe('enforce')
    expect(said).toEqual(['before-the-restart:balanced'])
  })

  it('chooses the route by the attributes that routes look at, and keeps only these', () => {
    const book = createPolicyBook(next)
    const attributes = { env: 'prod', region: 'north' }
    expect(book.forRun({ ...run, attributes }, null).preset).toBe('strict')
    expect(book.routeAttributes(attributes)).toEqual({ env: 'prod' })
    expect(book.routeAttributes({ region: 'north' })).toBeUndefined()
  })

  it('does not grow with the number of agents', () => {
    const book = createPolicyBook(next)
    for (let i = 0; i < 5000; i += 1) book.forRun({ ...run, agent: `agent-${i}` }, null)
    expect(book.forRun({ ...run, agent: 'agent-1' }, null).mode).toBe('enforce')
  })
})
