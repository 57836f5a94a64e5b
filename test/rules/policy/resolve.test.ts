import { describe, expect, it } from 'vitest'
import { defaultLimits, defaultTraits, reasons, resolvePolicy, type PolicyFile } from '@loop-observer/rules'

const run = { source: 'sdk', agent: 'billing-eu', attributes: { team: 'pay', 'service.name': 'a' } } as const
const policyOf = (file: Partial<PolicyFile>, over: Partial<typeof run> | { agent: null } = {}) =>
  resolvePolicy({ digest: 'd', ...file }, { ...run, ...over })

describe('the policy of a run', () => {
  it('is balanced where nothing is said, and goes as far as its source allows', () => {
    expect(policyOf({})).toMatchObject({
      version: 'd:balanced',
      preset: 'balanced',
      mode: 'enforce',
      holdMs: 200,
      limits: defaultLimits,
      tools: defaultTraits,
      maxNudges: 2,
      graceSteps: 2,
      idleTimeoutMs: 1_800_000,
      budgetWarnRatio: 0.8,
    })
    const modes = (['telemetry', 'hooks', 'sdk', 'replay'] as const).map(
      (source) => resolvePolicy({ digest: 'd' }, { ...run, source }).mode,
    )
    expect(modes).toEqual(['shadow', 'shadow', 'enforce', 'enforce'])
    expect(policyOf({ preset: 'strict' }).graceSteps).toBe(1)
  })

  it('has every reason; one without a rule of its own only records', () => {
    const { rules } = policyOf({})
    expect(Object.keys(rules).toSorted()).toEqual([...reasons].toSorted())
    expect(rules.repetition).toMatchObject({ enabled: true, response: 'nudge_then_halt' })
  })

  it('takes from the file what the file says, one thing at a time', () => {
    const policy = policyOf({
      preset: 'strict',
      mode: { sdk: 'nudge', telemetry: 'enforce' },
      limits: { steps: 9 },
      tools: { waiting: ['nap'] },
      holdMs: 5,
      maxNudges: 0,
      graceSteps: 4,
      idleTimeoutMs: null,
      budgetWarnRatio: 0.5,
      rules: {
        repetition: { settings: { nudgeAt: 9 } },
        oscillation: { enabled: false, response: 'record' },
      },
    })
    expect(policy).toMatchObject({
      version: 'd:strict',
      mode: 'nudge',
      holdMs: 5,
      maxNudges: 0,
      graceSteps: 4,
    })
    expect(policy).toMatchObject({ idleTimeoutMs: null, budgetWarnRatio: 0.5 })
    expect(policy.limits).toEqual({ ...defaultLimits, steps: 9 })
    expect(policy.tools).toEqual({ ...defaultTraits, waiting: ['nap'] })
    expect(policy.rules.repetition.settings).toMatchObject({ nudgeAt: 9 })
    expect(policy.rules.repetition).toMatchObject({ enabled: true })
    expect(policy.rules.oscillation).toMatchObject({ enabled: false, response: 'record' })
  })

  it('has the mode of its source; one that is not named keeps its own', () => {
    expect(policyOf({ mode: 'shadow' }).mode).toBe('shadow')
    expect(policyOf({ mode: { telemetry: 'enforce' } }).mode).toBe('enforce')
    expect(resolvePolicy({ digest: 'd', mode: { sdk: 'nudge' } }, { ...run, source: 'hooks' }).mode).toBe(
      'shadow',
    )
  })
})

describe('a route', () => {
  const all = {
    preset: 'assertive',
    mode: 'nudge',
    limits: { toolCalls: 7 },
    maxNudges: 1,
    graceSteps: 3,
    idleTimeoutMs: 60_000,
    budgetWarnRatio: 0.9,
    rules: { repetition: { enabled: false } },
  } as const
  const file = (route: object): Partial<PolicyFile> => ({
    preset: 'strict',
    mode: 'enforce',
    limits: { steps: 5 },
    maxNudges: 5,
    graceSteps: 5,
    idleTimeoutMs: 1,
    budgetWarnRatio: 0.1,
    rules: { repetition: { settings: { nudgeAt: 9 } } },
    routes: [route],
  })

  it('that matches goes before the file, and adds to its limits and rules', () => {
    const policy = policyOf(file({ agent: 'billing-*', ...all }))
    const { limits, rules, ...others } = all
    expect(policy).toMatchObject({ ...others, version: 'd:assertive' })
    expect(policy.limits).toEqual({ ...defaultLimits, steps: 5, ...limits })
    expect(policy.rules.repetition).toMatchObject({ ...rules.repetition, settings: { nudgeAt: 9 } })
  })

  it.each([
    ['its agent', { agent: 'billing-*' }, true],
    ['another agent', { agent: 'research' }, false],
    ['an attribute', { attributes: { team: 'p*' } }, true],
    ['another value', { attributes: { team: 'q*' } }, false],
    ['an attribute that the run has not', { attributes: { region: '*' } }, false],
    ['two attributes', { attributes: { team: 'pay', 'service.name': 'a' } }, true],
    ['one of two', { attributes: { team: 'pay', 'service.name': 'b' } }, false],
    ['agent and attribute', { agent: 'billing-eu', attributes: { team: 'pay' } }, true],
    ['the agent of another, the attribute of this', { agent: 'x', attributes: { team: 'pay' } }, false],
    ['nothing', {}, true],
  ])('by %s', (_, match, isTaken) => {
    expect(policyOf(file({ ...match, preset: 'assertive' })).preset).toBe(isTaken ? 'assertive' : 'strict')
  })

  it('by a name is not for a run without one, by any name it is', () => {
    expect(policyOf(file({ agent: 'billing-*', ...all }), { agent: null }).preset).toBe('strict')
    expect(policyOf(file({ agent: '?*', ...all }), { agent: null }).preset).toBe('strict')
    expect(policyOf(file({ agent: '*', ...all }), { agent: null }).preset).toBe('assertive')
  })

  it('is the first that matches', () => {
    const routes = [{ agent: 'x' }, { agent: 'b*', maxNudges: 8 }, { agent: 'billing-eu', maxNudges: 9 }]
    expect(policyOf({ routes }).maxNudges).toBe(8)
  })

  it('may say never', () => {
    expect(policyOf({ idleTimeoutMs: 5, routes: [{ idleTimeoutMs: null }] }).idleTimeoutMs).toBeNull()
  })
})
