import { describe, expect, it } from 'vitest'
import { explanation } from '../../../collector/cli/explain/print.ts'
import { timeline, type DecisionShown, type StepShown } from '../../../collector/cli/explain/timeline.ts'
import { wrapped } from '../../../collector/cli/explain/wrapped.ts'
import { summary } from '../report/summaries.ts'

const hex = (digit: string): string => digit.repeat(32)

interface Called {
  readonly call: string
  readonly answer: string | null
  readonly lane?: string
}

/** A tool step, the equality of its call and answer given by one hex digit each; `''` is an empty answer, null none. */
function toolStep(position: number, { call, answer, lane = 'main' }: Called): StepShown {
  const startedAtMs = 1_796_000_000_000 + position * 1000
  return {
    position,
    id: `step-${position}`,
    lane,
    startedAtMs,
    endedAtMs: startedAtMs + 100,
    receivedAtMs: startedAtMs + 100,
    sequence: null,
    traceId: null,
    spanId: null,
    preview: { args: `{"q":"${call}"}`, observation: answer, text: null },
    kind: 'tool',
    tool: 'search',
    callId: null,
    round: null,
    ok: true,
    error: null,
    effect: false,
    readOnly: null,
    rank: 'own_span',
    call: { exact: hex(call), gist: hex(call), resource: null, writes: null },
    observation:
      answer === null
        ? { state: 'unknown' }
        : answer === ''
          ? { state: 'empty' }
          : { state: 'known', fingerprint: hex(answer), lineCount: 1, sizeChars: 1 },
  }
}

const totals = { steps: 3, toolCalls: 3, tokens: 0, costUsd: 0, seconds: 2, effects: 0 }

function decision(parts: Partial<DecisionShown> = {}): DecisionShown {
  return {
    run: 'r',
    seq: 1,
    scope: 'lane',
    lane: 'main',
    action: 'nudge',
    reason: 'repetition',
    enforced: true,
    message: 'Advisory note: do something else.',
    explanation: 'Nudged (repetition).',
    step: 'step-2',
    loop: 'call:1',
    evidence: { steps: ['step-0', 'step-2'], spans: [], fingerprints: [], counts: { repeats: 2, of: 3 } },
    tried: ['search'],
    missing: '',
    totals,
    resumable: false,
    policyVersion: 'builtin:balanced',
    engineVersion: '1',
    issuedAtMs: 1_796_000_002_100,
    ...parts,
  }
}

describe('a timeline', () => {
  it('gives equal calls equal capitals, equal answers equal small letters, and nothing to what never comes again', () => {
    const steps = [
      toolStep(0, { call: '1', answer: 'a' }),
      toolStep(1, { call: '2', answer: 'b' }),
      toolStep(2, { call: '1', answer: 'c' }),
      toolStep(3, { call: '3', answer: 'b' }),
      toolStep(4, { call: '3', answer: '' }),
      toolStep(5, { call: '4', answer: '' }),
      toolStep(6, { call: '5', answer: null }),
      toolStep(7, { call: '6', answer: null }),
    ]
    expect(timeline(steps, []).map(({ call, answer }) => `${call}/${answer}`)).toEqual([
      'A/',
      '/a',
      'A/',
      'B/a',
      'B/b',
      '/b',
      '/',
      '/',
    ])
  })

  it('goes on with A1 after Z', () => {
    const steps = Array.from({ length: 54 }, (_, i) => {
      const step = toolStep(i, { call: '1', answer: null })
      const gist = (i % 27).toString(16).padStart(32, '0')
      return step.kind === 'tool' ? { ...step, call: { ...step.call, gist } } : step
    })
    const names = timeline(steps, []).map(({ call }) => call)
    expect(names.slice(24, 29)).toEqual(['Y', 'Z', 'A1', 'A', 'B'])
  })

  it('is in the order in which steps began, without ticks, and shows decisions at their step', () => {
    const tick: StepShown = { ...toolStep(9, { call: '1', answer: null }), kind: 'tick' } as StepShown
    const late = { ...toolStep(0, { call: '1', answer: 'a' }), startedAtMs: 1_796_000_009_000 }
    const lines = timeline([late, toolStep(2, { call: '1', answer: 'a' }), tick], [decision()])
    expect(lines.map(({ step }) => step.id)).toEqual(['step-2', 'step-0'])
    expect(lines.map(({ decisions }) => decisions.length)).toEqual([1, 0])
  })
})

describe('an explanation', () => {
  const steps = [
    toolStep(0, { call: '1', answer: 'a' }),
    toolStep(1, { call: '2', answer: 'b', lane: 'helper' }),
    toolStep(2, { call: '1', answer: 'a' }),
  ]
  const detail = {
    nowMs: 0,
    run: 'r',
    summary: null,
    decisions: [decision()],
    mode: null,
    limits: null,
    tools: null,
    policyVersion: null,
    engineVersion: null,
    steps: 3,
    effects: [],
    judgedSteps: 0,
  }

  it('points from the evidence to lines of the timeline, and names lanes when there are several', () => {
    const text = explanation({ detail, steps, trimmed: 0 }, false)
    expect(text).toContain('r: received, not judged yet')
    expect(text).toContain(
      '   calls: search({"q":"1"}) 2 times, about 2 s apart\n   evidence: steps #1 #3 · 2 equal calls of the 3 in its lane\n   tried: search\n   for the model: Advisory',
    )
    expect(text).toMatch(/^#\s+AT\s+LANE\s+CALL\s+OBS\s+STEP\s+CAME BACK$/m)
    expect(text).toMatch(/^2 +\+1\.0s +helper +search\(\{"q":"2"\}\) +b$/m)
    expect(text).toMatch(/^3 +\+2\.0s +main +A +a +search\(\{"q":"1"\}\) +a +◀ nudge: repetition$/m)
  })

  it('says what was only recorded, and what is no longer kept', () => {
    const recorded = { ...detail, decisions: [decision({ enforced: false })] }
    const text = explanation({ detail: recorded, steps, trimmed: 40 }, false)
    expect(text).toContain('1. nudge · repetition · lane main · recorded only, the mode forbids acting on it')
    expect(text).toContain('for the model, had it been told: Advisory')
    expect(text).toContain('… 40 older steps are no longer kept')
  })

  it('shows what would steer the terminal, whoever chose the words', () => {
    const hostile = '\u001b]0;owned\u0007\r\n'
    const call = {
      ...toolStep(0, { call: hostile, answer: hostile }),
      tool: hostile,
      lane: hostile,
    } as StepShown
    const told = decision({ explanation: hostile, tried: [hostile], lane: hostile, message: hostile })
    for (const human of [true, false]) {
      const printed = explanation(
        { detail: { ...detail, run: hostile, decisions: [told] }, steps: [call, ...steps], trimmed: 0 },
        human,
      )
      expect(printed).not.toContain('\u001b]')
      expect(printed).not.toContain('\r')
      expect(printed).toContain('\\u001b]0;owned\\u0007')
    }
  })

  it('says that there was no decision', () => {
    const text = explanation({ detail: { ...detail, decisions: [] }, steps, trimmed: 0 }, false)
    expect(text).toContain('No decision was made about this run.')
  })

  it('says that the agent stopped itself, after what it was told', () => {
    const { passes: _, ...plain } = summary({ outcome: 'halted', reason: 'convergence', seq: 1 })
    const stopped = { ...plain, traceIds: [], budgetWarnings: [] }
    const story = (...decisions: DecisionShown[]) =>
      explanation({ detail: { ...detail, summary: stopped, decisions }, steps, trimmed: 0 }, false)
    const own = 'It stopped itself, by a rule of its own; the observer did not end it.'
    expect(story(decision())).toContain(own)
    expect(story(decision({ action: 'halt', reason: 'convergence' }))).not.toContain(own)
    expect(story()).toContain('no longer kept')
  })

  it('breaks long lines for a person', () => {
    const long = decision({ message: 'word '.repeat(60).trim() })
    const text = explanation({ detail: { ...detail, decisions: [long] }, steps, trimmed: 0 }, true)
    expect(text).toMatch(/^ {3}word( word)+\n {3}word/m)
  })
})

describe('wrapped text', () => {
  it('has every word once, in lines of at most 100 characters', () => {
    const text = Array.from({ length: 80 }, (_, i) => `word${i}`).join(' ')
    const lines = wrapped(text, '  ').split('\n')
    expect(lines.every((line) => line.length <= 100 && line.startsWith('  '))).toBe(true)
    expect(lines.map((line) => line.trim()).join(' ')).toBe(text)
  })

  it('keeps a word that is longer than a line', () => {
    const url = `https://example.com/${'a'.repeat(120)}`
    expect(wrapped(`see ${url} there`, '')).toBe(`see\n${url}\nthere`)
  })
})
