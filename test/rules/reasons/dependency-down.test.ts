import { describe, expect, it } from 'vitest'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const reasons = (script: Script): readonly string[] =>
  judgeOneByOne(script.steps, policyOf('balanced')).decisions.map(
    ({ action, reason }) => `${action} ${reason}`,
  )

const page = (i: number): string => `page ${i} is all new and says so`

describe('a dependency that is down', () => {
  const refused = 'connect ECONNREFUSED 10.0.0.7:5432'

  it('is one of which call after call fails for the same cause', () => {
    const script = new Script().times(8, (run, i) =>
      run.call({ tool: 'orders', args: { i }, fails: refused }),
    )
    expect(reasons(script)).toContain('escalate dependency_down')
  })

  it('is none when a retry gets through each time', () => {
    const script = new Script().times(10, (run, i) =>
      run
        .call({ tool: 'api', args: { i }, fails: '429 Too Many Requests' })
        .call({ tool: 'api', args: { i }, gives: page(i) }),
    )
    expect(reasons(script)).toEqual([])
  })

  it('is none when every other place refuses, while the rest answer', () => {
    const script = new Script().times(10, (run, i) =>
      run
        .call({ tool: 'fetch', args: { url: `https://a${i}.org` }, fails: 'HTTP 403 Forbidden' })
        .call({ tool: 'fetch', args: { url: `https://b${i}.org` }, gives: page(i) }),
    )
    expect(reasons(script)).toEqual([])
  })

  it('is one though other commands of the same shell work', () => {
    const script = new Script().times(8, (run, i) =>
      run
        .call({ tool: 'bash', args: { command: `psql -c "select ${i}"` }, fails: refused })
        .call({ tool: 'bash', args: { command: `cat notes-${i}` }, gives: page(i) }),
    )
    expect(reasons(script)).toContain('escalate dependency_down')
  })
})
