import { describe, expect, it } from 'vitest'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const same =
  (name: string, lane?: string) =>
  (run: Script): Script =>
    run.call({
      tool: name,
      args: { q: name },
      gives: `always the same answer of ${name}`,
      ...(lane === undefined ? {} : { lane }),
    })
const news = (run: Script, index: number): Script =>
  run.call({
    tool: 'read',
    args: { page: index },
    gives: `page ${index} tells something\nof its own ${index}`,
  })

describe('the ladder', () => {
  it('gives one nudge for each distinct loop, two a run, and then ends it', () => {
    const script = new Script()
      .times(3, same('a'))
      .times(3, news)
      .times(3, same('b'))
      .times(3, news)
      .times(5, same('c'))
    const { story } = judgeOneByOne(script.steps)
    expect(story.slice(0, 2)).toEqual(['nudge repetition @2', 'nudge repetition @8'])
    expect(story.slice(2)).toEqual([expect.stringMatching(/^halt /)])
  })

  it('gives no new nudge to a loop that comes back', () => {
    const script = new Script().times(3, same('a')).times(9, news).times(3, same('a'))
    expect(judgeOneByOne(script.steps).story.filter((line) => line.startsWith('nudge'))).toHaveLength(1)
  })

  it("halts a sub-agent's lane and lets the run go on", () => {
    const script = new Script()
      .times(2, news)
      .times(6, same('a', 'helper'))
      .times(2, (run, index) => news(run, index + 9))
    const { decisions, memory } = judgeOneByOne(script.steps)
    expect(decisions).toMatchObject([
      { action: 'nudge', lane: 'helper' },
      { action: 'halt', scope: 'lane', lane: 'helper' },
    ])
    expect(memory.outcome).toBe('open')
  })

  it.each([
    ['shadow', [false, false]],
    ['nudge', [true, false]],
    ['enforce', [true, true]],
  ] as const)('in mode %s marks what is to be acted on', (mode, enforced) => {
    const { decisions } = judgeOneByOne(
      new Script().times(5, same('a')).steps,
      policyOf('balanced', { mode }),
    )
    expect(decisions.map((each) => each.enforced)).toEqual(enforced)
  })

  it('never halts for a loop without a nudge before and new evidence after', () => {
    const { decisions } = judgeOneByOne(new Script().times(9, same('a')).steps)
    expect(decisions.map((each) => each.action)).toEqual(['nudge', 'halt'])
  })

  it('is silent after a halt until a person resumes the run', () => {
    const script = new Script().times(9, same('a'))
    expect(judgeOneByOne(script.steps).decisions.at(-1)?.action).toBe('halt')
    script.operator('resume').times(5, same('a'))
    expect(judgeOneByOne(script.steps).story.slice(2)).toEqual([
      'nudge repetition @12',
      'halt repetition @14',
    ])
  })

  it('tells the model what to do next without repeating arguments', () => {
    const { decisions } = judgeOneByOne(new Script().times(5, same('a')).steps)
    for (const { message } of decisions) {
      expect(message).toMatch(/^Advisory note/)
      expect(message).not.toContain('always the same')
    }
  })
})
