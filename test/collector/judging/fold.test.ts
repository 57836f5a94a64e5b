import { describe, expect, it } from 'vitest'
import { judge } from '@loop-observer/rules'
import { fold } from '../../../collector/judging/fold.ts'
import type { RunIntro } from '../../../collector/judging/judging.ts'
import { policyOf, Script } from '../../support/steps.ts'

const intro: RunIntro = {
  key: 'default/run',
  run: 'run',
  tenant: 'default',
  agent: null,
  task: null,
  source: 'sdk',
  traceId: null,
  attributes: {},
}

describe('folding', () => {
  it('numbers decisions on from those of a run of which only the record is left', () => {
    const script = new Script().times(3, (run) =>
      run.call({ tool: 'search', args: { q: 'a' }, gives: 'the same' }),
    )
    const records = script.steps.map((step) => ({ step, preview: null }))
    const { decisions } = fold(judge, policyOf(), { intro, before: null, seq: 7, records })
    expect(decisions.map(({ seq }) => seq)).toEqual([8])
  })
})
