import { describe, expect, it } from 'vitest'
import { counted, limitClasses, reasons, type Finding, type Reason } from '@loop-observer/rules'
import { explanationFor, messageFor, missingFor } from '../../../rules/wording/wording.ts'
import type { Occasion } from '../../../rules/wording/occasion.ts'

const countNames = [
  'repeats',
  'messages',
  'phrases',
  'period',
  'rounds',
  'calls_without_progress',
  'tools',
  'limit',
  'used',
  'calls_after_check',
  'passes',
  'failures',
  'failures_before',
  'failed_checks',
  'criteria',
]

interface About {
  readonly action?: Occasion['action']
  readonly tools?: readonly string[]
  readonly note?: string
}

function occasion(reason: Reason, counts: Readonly<Record<string, number>>, about: About = {}): Occasion {
  const { action = 'nudge', tools = ['search', 'fetch'], note = null } = about
  const finding: Finding = {
    reason,
    lane: 'main',
    step: 's9',
    loop: 'call:1',
    strength: 'certain',
    evidence: { steps: [], spans: [], fingerprints: [], counts },
    tools,
  }
  const totals = { steps: 1, toolCalls: 1, tokens: 0, costUsd: 0, seconds: 1, effects: 0 }
  return {
    action,
    enforced: true,
    finding,
    tried: tools,
    totals,
    note,
    limit: { reason, class: 'exhaustion' },
  }
}

const seen = (reason: Reason, counts: Readonly<Record<string, number>>, about?: About): string =>
  messageFor(occasion(reason, counts, about))

describe('what is said', () => {
  const actions = ['nudge', 'halt', 'escalate'] as const
  const cases = reasons.flatMap((reason) =>
    [0, 1, 2, 7].flatMap((n) => actions.map((action) => [reason, n, action] as const)),
  )

  it.each(cases)(
    'of %s, every count being %i, at a %s is a sentence in plain numbers',
    (reason, n, action) => {
      const counts = Object.fromEntries(countNames.map((name) => [name, n]))
      for (const tools of [[], ['search'], ['search', 'fetch']]) {
        const about = occasion(reason, counts, { action, tools })
        for (const text of [messageFor(about), explanationFor(about)]) {
          expect(text).not.toMatch(/undefined|null|NaN|\(\)| {2}|\.\./)
          expect(text).not.toMatch(
            /\b1 (calls|times|turns|tokens|seconds|effects|dollars|failures|passes|checks)\b/,
          )
          expect(text).not.toMatch(
            /\b(0|2|7) (call|time|turn|token|second|effect|dollar|failure|pass|check)\b/,
          )
          expect(text.endsWith('.')).toBe(true)
        }
      }
    },
  )

  it('to a model is marked as advisory', () => {
    for (const reason of reasons) expect(seen(reason, {})).toMatch(/^Advisory note from the loop observer /)
  })

  it('at a nudge asks for what would be new, or for the answer; at an end for no further call', () => {
    for (const reason of reasons) {
      expect(seen(reason, {})).toMatch(/answer|open errors/)
      for (const action of ['halt', 'escalate'] as const)
        expect(seen(reason, {}, { action })).toMatch(/make no further calls/i)
    }
  })
})

describe('the next action', () => {
  it('fits what was repeated: words, an effect, a failing call', () => {
    const said = (counts: Readonly<Record<string, number>>): string => seen('repetition', counts)
    expect(said({ messages: 3, phrases: 0 })).toContain('Do not write it again.')
    expect(said({ messages: 1, phrases: 12 })).toContain('Do not write it again.')
    expect(said({ repeats: 2, effects: 2 })).toContain('What is done need not be done again.')
    expect(said({ repeats: 2, failed: 2 })).toContain('Say what the error asks for')
    expect(said({ repeats: 3, failed: 2 })).toContain('say what new information it should bring')
  })
})

describe('what was seen', () => {
  it('of a limit is its number and unit', () => {
    expect(seen('budget_cost', { limit: 1 })).toContain('The limit of 1 US dollar is reached.')
    expect(seen('budget_cost', { limit: 0.5 })).toContain('The limit of 0.5 US dollars is reached.')
    expect(seen('budget_effects', { limit: 2, used: 3 })).toContain(
      'The limit of 2 effects is passed: 3 effects so far.',
    )
  })

  it('of a cycle that has only begun again says no number of rounds', () => {
    expect(seen('oscillation', { period: 2, rounds: 1 })).toContain(
      '2 calls (search, fetch) are coming round again',
    )
    expect(seen('oscillation', { period: 2, rounds: 3 })).toContain('have come round 3 times')
  })

  it('of a repeated call is what is known of it, and no more', () => {
    const tools = ['search']
    const said = (counts: Readonly<Record<string, number>>): string =>
      seen('repetition', { repeats: 3, ...counts }, { tools })
    expect(said({})).toContain('The same call of search was made 3 times without bringing anything new.')
    expect(said({ not_captured: 3 })).toContain('was made 3 times; what it brought was not captured.')
    expect(said({ answers: 3 })).toContain('was made 3 times; its answers differ.')
    expect(said({ answers: 3, volatile: 3 })).toContain('differ only in values that are another every time.')
    expect(said({ failed: 3 })).toContain('The same call of search failed 3 times with the same error.')
    expect(said({ failed: 3, answers: 2 })).toContain('The same call of search failed 3 times.')
    expect(said({ failed: 3, not_captured: 3 })).toContain('The same call of search failed 3 times.')
    expect(said({ failed: 1, effects: 2 })).toContain('The same effect (search) was made 2 times.')
  })

  it('of a cycle whose answers differ is not that it brought nothing', () => {
    const text = seen('oscillation', { period: 2, rounds: 2, answers: 4 })
    expect(text).toContain('come round again and again; their answers differ.')
  })

  it('of a check is what became of its errors', () => {
    const tools = ['unit tests']
    const verdict = (name: string, failures: number): string =>
      seen('convergence', { passes: 2, failures, failures_before: 1, [name]: 1 }, { tools })
    expect(verdict('stuck', 1)).toContain('exactly the same error as before (2 passes of unit tests).')
    expect(verdict('stuck', 3)).toContain('exactly the same 3 errors as before')
    expect(verdict('oscillating', 3)).toContain('back at the errors of two passes ago')
    expect(verdict('growing', 3)).toContain('The errors grow: 1 before, 3 now')
    expect(verdict('flat', 1)).toContain('As many errors as before (1), but others')
  })

  it('when a person stopped the run is what they wrote', () => {
    expect(seen('operator', {}, { note: 'Wrong account.' })).toContain(
      'A person stopped the run: Wrong account.',
    )
  })
})

describe('what a person is told', () => {
  it('is the reason, the lane, what was tried, the totals, and of a limit what the run was doing', () => {
    expect(explanationFor(occasion('budget_steps', { limit: 9 }, { action: 'halt' }))).toBe(
      'Halted (budget_steps, lane main). The limit of 9 model turns is reached. ' +
        'Tried since the last progress: search, fetch. After 1 model turn and 1 tool call. ' +
        'Nothing new was coming: a higher limit would not have helped.',
    )
  })

  it.each([
    ['nudge', 'Would have nudged (repetition, lane main).'],
    ['halt', 'Would have halted (repetition, lane main).'],
    ['escalate', 'Would have handed over to a person (repetition, lane main).'],
  ] as const)('where %s is only recorded says what would have happened', (action, words) => {
    const about = occasion('repetition', { repeats: 3 }, { action })
    expect(explanationFor({ ...about, enforced: false }).startsWith(words)).toBe(true)
  })

  it.each(limitClasses)(
    'of a limit that a run met in %s says whether a higher one would have helped',
    (name) => {
      const about = occasion('agent_limit', {})
      const text = explanationFor({ ...about, limit: { reason: 'agent_limit', class: name } })
      expect(text).toContain(name === 'genuine_complexity' ? 'may have helped' : 'would not have helped')
    },
  )

  it('of a search without an end names where nothing new came from, else nothing', () => {
    expect(missingFor(occasion('exhaustion', {}))).toBe('Nothing new came from search, fetch.')
    expect(missingFor(occasion('exhaustion', {}, { tools: [] }))).toBe('')
    expect(missingFor(occasion('repetition', {}))).toBe('')
    expect(missingFor(occasion('livelock', { failures: 2 }, { tools: ['unit tests'] }))).toBe(
      'Open: 2 failures of unit tests.',
    )
    expect(missingFor(occasion('dependency_down', {}, { tools: ['search'] }))).toBe(
      'No answer came from search.',
    )
  })
})

describe('a count', () => {
  it('of one is singular', () => {
    const lines = [0, 1, 2].map((count) => counted(count, 'line'))
    expect(lines).toEqual(['0 lines', '1 line', '2 lines'])
    expect(counted(2, 'pass', 'passes')).toBe('2 passes')
  })
})
