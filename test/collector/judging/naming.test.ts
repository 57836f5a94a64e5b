import { describe, expect, it } from 'vitest'
import { judge, type NamingStep, type PolicyFile, type StepRecord } from '@loop-observer/rules'
import { fold, type Folded, type Stretch } from '../../../collector/judging/fold.ts'
import type { RunIntro } from '../../../collector/judging/judging.ts'
import { traitsOf } from '../../../collector/judging/marks.ts'
import { createPolicyBook } from '../../../collector/judging/policy-book.ts'
import { Script } from '../../support/steps.ts'

const file: PolicyFile = {
  digest: 'routed',
  mode: 'shadow',
  routes: [{ agent: 'billing*', mode: 'enforce', preset: 'strict' }],
}

const intro: RunIntro = {
  key: 'default/run',
  run: 'run',
  tenant: 'default',
  agent: null,
  task: null,
  source: 'telemetry',
  traceId: null,
  attributes: {},
}

const repeats = new Script().times(6, (run) =>
  run.call({ tool: 'search', args: { q: 'a' }, gives: 'the same' }),
).steps

const [first = repeats[0]] = repeats
const naming = {
  ...(first as NamingStep),
  id: 'agent-name',
  kind: 'naming',
  agent: 'billing-agent',
} as NamingStep

describe('an agent whose name becomes known late', () => {
  it('gets the policy of its name when nothing was decided before', () => {
    const before = judged(repeats.slice(0, 1))
    expect(before.summary.agent).toBeNull()
    const { summary, decisions, policy } = judged([naming, ...repeats.slice(1)], before)
    expect(summary).toMatchObject({ agent: 'billing-agent' })
    expect(summary.namedLate).toBeUndefined()
    expect(policy).toMatchObject({ mode: 'enforce', preset: 'strict' })
    expect(decisions[0]).toMatchObject({ enforced: true, policyVersion: 'routed:strict' })
  })

  it('keeps the policy it began with once something was decided, and is called by its name', () => {
    const before = judged(repeats.slice(0, 3))
    expect(before.decisions).toMatchObject([{ enforced: false }])
    expect(before.summary).toMatchObject({ nudges: 0, recordedNudges: 1 })
    const { summary, policy, decisions } = judged([naming, ...repeats.slice(3)], before)
    expect(summary).toMatchObject({ agent: 'billing-agent', namedLate: true })
    expect(policy.mode).toBe('shadow')
    expect(decisions.every(({ enforced }) => !enforced)).toBe(true)
    expect(traitsOf(summary).agent).toBeNull()
  })

  it('keeps the first name', () => {
    const before = judged([naming, ...repeats.slice(0, 1)])
    expect(judged([{ ...naming, agent: 'other' }], before).summary.agent).toBe('billing-agent')
  })
})

function judged(steps: readonly StepRecord['step'][], before: Folded | null = null): Folded {
  const book = createPolicyBook(file)
  const stretch: Stretch = {
    intro,
    before,
    policyFor: (traits, version) => book.forRun(traits, version),
    records: steps.map((step) => ({ step, preview: null })),
  }
  return fold(judge, before?.policy ?? book.forRun(intro, null), stretch)
}
