import { describe, expect, it } from 'vitest'
import { createMemory, judgeAloud, type Policy, type Step, type Thought } from '@loop-observer/rules'
import { policyOf, Script } from '../../support/steps.ts'

interface Told extends Thought {
  /** Place of the step in the script. */
  readonly at: number
}

/** What the rules thought, step by step, as a live run is judged. */
function thoughtsOf(steps: readonly Step[], policy: Policy = policyOf()): readonly Told[] {
  let memory = createMemory('run', 'sdk', policy.version)
  return steps.flatMap((step) => {
    const judgement = judgeAloud(memory, [step], policy)
    memory = judgement.memory
    return judgement.thoughts.flatMap(({ step: id, thoughts }) =>
      thoughts.map((thought) => ({ ...thought, at: Number(id.slice(1)) })),
    )
  })
}

function textOf(thoughts: readonly Told[], reason: string, at: number): string | undefined {
  return thoughts.find((each) => each.reason === reason && each.at === at)?.text
}

const same = (run: Script): Script =>
  run.call({ tool: 'search', args: { q: 'x' }, gives: 'No page matches.' })
const edit = (run: Script, name: string): Script =>
  run.call({ tool: 'edit_file', args: { path: 'a.ts', text: name }, gives: `File a.ts updated: ${name}` })

describe('what a rule thought', () => {
  it('counts towards its nudge, then towards its halt, and says what followed', () => {
    const thoughts = thoughtsOf(new Script().times(5, same).steps)
    expect([1, 2, 3, 4].map((at) => textOf(thoughts, 'repetition', at))).toEqual([
      '2 of 3 identical results (nudge at 3, stop at 5)',
      '3 of 5 identical results (nudge at 3, stop at 5); so the agent was nudged',
      '4 of 5 identical results (nudge at 3, stop at 5); a suspicion, which earns one nudge at most',
      '5 identical results (nudge at 3, stop at 5); so it was halted',
    ])
    expect(textOf(thoughts, 'repetition', 0)).toBeUndefined()
  })

  it('says that a change in between began anew', () => {
    const script = new Script().times(2, same)
    edit(script, 'one')
    const thoughts = thoughtsOf(same(script).steps)
    expect(thoughts.find(({ reason, at }) => reason === 'repetition' && at === 3)).toMatchObject({
      gauge: { measure: 'identical_results', value: 1, nudgeAt: 3, haltAt: 5 },
      found: 'nothing',
      led: 'nothing',
      heldBack: ['new_epoch'],
      text: '1 of 3 identical results (nudge at 3, stop at 5); a change in between began anew',
    })
  })

  it('says that a poll is patient, and that its answer moves', () => {
    const look = (run: Script, at: number, gives: string): Script =>
      run.call({ tool: 'job_status', args: { job: 7 }, gives, at })
    const script = new Script()
    look(script, 0, 'Running, nothing to report yet.')
    look(script, 120_000, 'Running, nothing to report yet.')
    look(script, 121_000, 'Finished with 7 files written.')
    const thoughts = thoughtsOf(script.steps)
    const held = (at: number) =>
      thoughts.find((each) => each.reason === 'repetition' && each.at === at)?.heldBack
    expect(held(1)).toEqual(['patience'])
    expect(held(2)).toEqual(['new_answer'])
  })

  it('says that the person who spoke began anew, and that what was not captured equals nothing', () => {
    const thoughts = thoughtsOf(same(new Script().times(2, same).user()).steps)
    expect(thoughts.find((each) => each.reason === 'repetition' && each.at === 3)?.heldBack).toEqual([
      'user_spoke',
    ])
    const blind = (run: Script): Script => run.call({ tool: 'search', args: { q: 'x' } })
    const [first] = thoughtsOf(new Script().times(2, blind).steps)
    expect(first).toMatchObject({ reason: 'repetition', at: 1, heldBack: ['not_captured'] })
  })

  it('says what a rule that is switched off would have found', () => {
    const policy = policyOf('balanced', { rules: { repetition: { enabled: false } } })
    const thoughts = thoughtsOf(new Script().times(3, same).steps, policy)
    expect(thoughts.find((each) => each.reason === 'repetition' && each.at === 2)).toMatchObject({
      found: 'suspect',
      led: 'nothing',
      heldBack: ['disabled'],
    })
  })

  it('says that the mode, another rule or the steps after a nudge held it back', () => {
    const steps = new Script().times(7, same).steps
    const shadow = thoughtsOf(steps, { ...policyOf(), mode: 'shadow' })
    expect(shadow.find((each) => each.reason === 'repetition' && each.at === 2)).toMatchObject({
      led: 'nudge',
      heldBack: ['mode'],
    })
    expect(shadow.find((each) => each.reason === 'repetition' && each.at === 6)?.heldBack).toEqual([
      'halt_recorded',
    ])
    const enforced = thoughtsOf(steps)
    expect(enforced.find((each) => each.reason === 'repetition' && each.at === 6)?.heldBack).toEqual([
      'run_over',
    ])
    const patient = thoughtsOf(steps, { ...policyOf(), graceSteps: 4 })
    expect(patient.find((each) => each.reason === 'repetition' && each.at === 4)?.heldBack).toEqual(['grace'])
    const recorded = thoughtsOf(
      steps,
      policyOf('balanced', { rules: { repetition: { response: 'record' } } }),
    )
    expect(recorded.find((each) => each.reason === 'repetition' && each.at === 2)?.heldBack).toEqual([
      'record_only',
    ])
  })

  it('tells the passes of a check', () => {
    const script = new Script().check('unit', ['a', 'b', 'c']).check('unit', ['a']).check('unit', ['a'])
    const thoughts = thoughtsOf(script.steps)
    expect([0, 1, 2].map((at) => textOf(thoughts, 'convergence', at))).toEqual([
      'pass 1 of unit: too early (3 failures)',
      'pass 2 of unit: too early (1 failure, 3 before)',
      'pass 3 of unit: stuck (1 failure, 1 before); at this pace 2 more passes; so the agent was nudged',
    ])
  })

  it('speaks of a limit when it comes near', () => {
    const policy = policyOf('balanced', { limits: { toolCalls: 5 } })
    const news = (run: Script, i: number): Script =>
      run.call({ args: { page: i }, gives: `Page ${i} says ${i * 7}.` })
    const thoughts = thoughtsOf(new Script().times(5, news).steps, policy)
    expect(thoughts.map(({ at, reason, text }) => `${at} ${reason}: ${text}`)).toEqual([
      '3 budget_tool_calls: 4 of 5 tool calls (stop at 5)',
      '4 budget_tool_calls: 5 tool calls (stop at 5); so it was halted',
    ])
  })
})
