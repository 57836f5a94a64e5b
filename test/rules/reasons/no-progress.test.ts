import { describe, expect, it } from 'vitest'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const page =
  'Sign in to continue. Enter your e-mail address and your password, then choose the button below the form to go on.'

describe('no_progress', () => {
  it('ends the refund-policy search on the second identical result under strict', () => {
    const script = new Script()
      .call({ tool: 'search', args: { q: 'refund policy' }, gives: [] })
      .call({ tool: 'search', args: { q: 'policy for refunds' }, gives: [] })
    expect(judgeOneByOne(script.steps, policyOf('strict')).story).toEqual(['halt no_progress @1'])
  })

  it('accumulates known answers to new questions: told first, halted later', () => {
    const script = new Script().times(16, (run, index) =>
      run.call({ tool: 'http_get', args: { q: index }, gives: page }),
    )
    const { story } = judgeOneByOne(script.steps)
    expect(story.map((line) => line.replace(/@.*/, '').trim())).toEqual([
      expect.stringMatching(/^nudge (no_progress|exhaustion)$/),
      expect.stringMatching(/^halt (no_progress|exhaustion)$/),
    ])
  })

  it('takes a receipt of a word to different inputs for no evidence of standing still', () => {
    const script = new Script().times(8, (run, index) =>
      run.call({ tool: 'set_field', args: { field: `f${index}` }, gives: 'done' }),
    )
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })

  it('tells of changes that are answered in the same words: they are not taken', () => {
    const refused =
      'The fix did not target all the faulty lines. These are 132, 138, 139, 140 and 141 of SimpleType.java.'
    const script = new Script().times(2, (run, index) =>
      run.call({ tool: 'write_fix', args: { lines: index }, gives: refused }),
    )
    expect(judgeOneByOne(script.steps).story).toEqual(['nudge no_progress @1'])
    const taken = new Script().times(2, (run, index) =>
      run.call({ tool: 'write_fix', args: { lines: index }, gives: 'written' }),
    )
    expect(judgeOneByOne(taken.steps).story).toEqual([])
    const oneAfterAnother = new Script().times(20, (run, index) =>
      run.call({
        tool: 'archive_email',
        args: { id: `m${index}` },
        gives: 'Email archived successfully. It can be found in the archive folder for the next 30 days.',
      }),
    )
    expect(judgeOneByOne(oneAfterAnother.steps).story).toEqual([])
  })

  it('drains with every find', () => {
    const script = new Script().times(20, (run, index) =>
      run.call({ tool: 'search', args: { q: index }, gives: [] }).call({
        tool: 'open',
        args: { page: index },
        gives: `page ${index} tells something of its own\nand more ${index}`,
      }),
    )
    expect(judgeOneByOne(script.steps).story).toEqual([])
  })
})
