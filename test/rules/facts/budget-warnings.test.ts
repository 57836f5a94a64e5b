import { describe, expect, it } from 'vitest'
import { createMemory, judge, type Step } from '@loop-observer/rules'
import { policyOf, Script } from '../../support/steps.ts'

const news = (run: Script, index: number): Script =>
  run.call({ tool: 'read', args: { page: index }, gives: `page ${index} is new` })

describe('a budget near its end', () => {
  const policy = policyOf('balanced', { limits: { toolCalls: 10, tokens: 1000 } })
  const warned = (steps: readonly Step[], under = policy) => {
    const told: string[] = []
    let memory = createMemory('run', 'sdk', under.version)
    for (const step of steps) {
      const judgement = judge(memory, [step], under)
      memory = judgement.memory
      told.push(...judgement.budgetWarnings.map(({ reason, used }) => `${reason} ${used} @${step.id}`))
    }
    return { told, memory }
  }

  it('is warned of once, at eight tenths, and nobody is told', () => {
    const { told, memory } = warned(new Script().times(9, news).steps)
    expect(told).toEqual(['budget_tool_calls 8 @s7'])
    expect(memory.budgetWarnings).toMatchObject([{ reason: 'budget_tool_calls', used: 8, limit: 10 }])
    expect(memory.nudges).toBe(0)
  })

  it('is warned of where the policy says', () => {
    const early = policyOf('balanced', { limits: { toolCalls: 10 }, budgetWarnRatio: 0.5 })
    expect(warned(new Script().times(9, news).steps, early).told).toEqual(['budget_tool_calls 5 @s4'])
  })

  it('is not warned of at its end, except effects, of which all may be made', () => {
    const whole = policyOf('balanced', { limits: { toolCalls: 2, effects: 2 } })
    const script = new Script().times(2, (run, index) =>
      run.call({ tool: 'send_mail', args: { to: index }, gives: `sent ${index}`, effect: true }),
    )
    expect(warned(script.steps, whole).told).toEqual(['budget_effects 2 @s1'])
  })

  it("is warned of again under the limits of an operator's resume", () => {
    const script = new Script().times(10, news).operator('resume', null, { toolCalls: 20 }).times(8, news)
    expect(warned(script.steps).told).toEqual(['budget_tool_calls 8 @s7', 'budget_tool_calls 16 @s16'])
  })
})
