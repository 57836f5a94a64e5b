import { describe, expect, it } from 'vitest'
import type { Finding, Reason } from '@loop-observer/rules'
import { nextAction } from '../../../rules/wording/next-action.ts'
import type { Occasion } from '../../../rules/wording/occasion.ts'
import { seenText } from '../../../rules/wording/seen.ts'
import { explanationFor, missingFor, takenAwayText } from '../../../rules/wording/wording.ts'

type Counts = Readonly<Record<string, number>>

interface About {
  readonly action?: Occasion['action']
  readonly tools?: readonly string[]
  readonly tried?: readonly string[]
  readonly note?: string | null
  readonly loop?: string
  readonly limit?: Occasion['limit']
}

function occasion(reason: Reason, counts: Counts, about: About = {}): Occasion {
  const { action = 'nudge', tools = [], tried = [], note = null, loop = 'l', limit = null } = about
  const evidence = { steps: [], spans: [], fingerprints: [], counts }
  const finding: Finding = { reason, lane: 'main', step: 's', loop, strength: 'certain', evidence, tools }
  const totals = { steps: 3, toolCalls: 1, tokens: 0, costUsd: 0, seconds: 1, effects: 0 }
  return { action, enforced: true, finding, tried, totals, note, limit }
}

const seen = (reason: Reason, counts: Counts, tools: readonly string[] = []): string =>
  seenText(occasion(reason, counts, { tools }))

describe('what was seen of a repetition', () => {
  it.each<[string, Counts, readonly string[], string]>([
    ['a phrase', { phrases: 2 }, [], 'One phrase occurs 2 times in the last message.'],
    [
      'a phrase in one message',
      { phrases: 3, messages: 1 },
      ['a'],
      'One phrase occurs 3 times in the last message.',
    ],
    [
      'messages with phrases in them',
      { phrases: 3, messages: 2 },
      [],
      'The same message came 2 times in a row without a call.',
    ],
    ['one phrase', { phrases: 1, messages: 1 }, [], 'The same message came 1 time in a row without a call.'],
    ['effects', { effects: 2, repeats: 2 }, ['pay'], 'The same effect (pay) was made 2 times.'],
    [
      'one effect',
      { effects: 1, repeats: 3 },
      ['pay'],
      'The same call of pay was made 3 times without bringing anything new.',
    ],
    [
      'failures',
      { repeats: 2, failed: 2 },
      ['get'],
      'The same call of get failed 2 times with the same error.',
    ],
    [
      'failures in one way',
      { repeats: 2, failed: 2, answers: 1 },
      ['get'],
      'The same call of get failed 2 times with the same error.',
    ],
    [
      'failures in several ways',
      { repeats: 3, failed: 3, answers: 2 },
      ['get'],
      'The same call of get failed 3 times.',
    ],
    [
      'failures nobody saw',
      { repeats: 3, failed: 3, not_captured: 1 },
      ['get'],
      'The same call of get failed 3 times.',
    ],
    [
      'one failure',
      { repeats: 1, failed: 1 },
      ['get'],
      'The same call of get was made 1 time without bringing anything new.',
    ],
    [
      'answers nobody saw',
      { repeats: 4, not_captured: 2 },
      ['get'],
      'The same call of get was made 4 times; what it brought was not captured.',
    ],
    [
      'volatile answers',
      { repeats: 4, volatile: 1 },
      ['get'],
      'The same call of get was made 4 times; its answers differ only in values that are another every time.',
    ],
    [
      'other answers',
      { repeats: 4, answers: 2 },
      ['get'],
      'The same call of get was made 4 times; its answers differ.',
    ],
    [
      'one answer',
      { repeats: 4, answers: 1 },
      ['get'],
      'The same call of get was made 4 times without bringing anything new.',
    ],
  ])('of %s', (_, counts, tools, text) => {
    expect(seen('repetition', counts, tools)).toBe(text)
  })
})

describe('what was seen', () => {
  it.each<[Reason, Counts, readonly string[], string]>([
    [
      'oscillation',
      { period: 2, rounds: 2 },
      ['a', 'b'],
      '2 calls (a, b) have come round 2 times and brought nothing new.',
    ],
    [
      'oscillation',
      { period: 2, rounds: 1.5 },
      ['a', 'b'],
      '2 calls (a, b) are coming round again and bring nothing new.',
    ],
    [
      'oscillation',
      { period: 2, rounds: 3, answers: 1 },
      ['a'],
      '2 calls (a) come round again and again; their answers differ.',
    ],
    [
      'oscillation',
      { period: 2, rounds: 3, not_captured: 1 },
      ['a'],
      '2 calls (a) come round again and again; what they brought was not captured.',
    ],
    [
      'exhaustion',
      { calls_without_progress: 5, tools: 2 },
      ['a', 'b'],
      'The last 5 calls, over 2 tools (a, b), found nothing new.',
    ],
    [
      'exhaustion',
      { calls_without_progress: 1, tools: 1 },
      ['a'],
      'The last 1 call, over 1 tool (a), found nothing new.',
    ],
    ['completion', { messages: 2 }, [], 'The same conclusion was stated 2 times.'],
    [
      'completion',
      { opinions: 1 },
      [],
      'A judge model that was asked about this run holds that the question can be answered from what was found.',
    ],
    [
      'completion',
      { opinions: 2 },
      [],
      'A judge model that was asked about this run holds that the question can be answered from what was found, 2 times in a row.',
    ],
    [
      'completion',
      { calls_after_check: 4 },
      [],
      'The check has passed, and 4 calls since then changed nothing.',
    ],
    [
      'convergence',
      { stuck: 1, failures: 1, passes: 3 },
      ['tsc'],
      'The check fails with exactly the same error as before (3 passes of tsc).',
    ],
    [
      'convergence',
      { stuck: 1, failures: 2, passes: 1 },
      [],
      'The check fails with exactly the same 2 errors as before (1 pass).',
    ],
    [
      'livelock',
      { failed_checks: 6, failures: 2 },
      ['tsc'],
      '6 checks in a row failed: this loop does not close the gap. Open: 2 failures of tsc.',
    ],
    [
      'bar_lowered',
      { criteria: 1 },
      ['sources'],
      '1 criterion of the bar (sources) was removed or changed. A bar may rise and not fall; this pass does not count.',
    ],
    [
      'bar_lowered',
      { criteria: 2 },
      [],
      '2 criteria of the bar were removed or changed. A bar may rise and not fall; this pass does not count.',
    ],
    [
      'dependency_down',
      { failures: 3 },
      ['get', 'put'],
      'The last 3 failures of get, put have one cause: something that these calls depend on does not answer, or refuses.',
    ],
    ['budget_effects', { limit: 1, used: 2 }, [], 'The limit of 1 effect is passed: 2 effects so far.'],
    ['budget_cost', { limit: 0.5 }, [], 'The limit of 0.5 US dollars is reached.'],
  ])('of %s %j', (reason, counts, tools, text) => {
    expect(seen(reason, counts, tools)).toBe(text)
  })

  it.each([
    [null, 'A person stopped the run.'],
    ['  ', 'A person stopped the run.'],
    [' wrong customer ', 'A person stopped the run: wrong customer.'],
    ['Why? It pays twice', 'A person stopped the run: Why? It pays twice.'],
    ['Enough!', 'A person stopped the run: Enough!'],
  ])('of a person who says %j', (note, text) => {
    expect(seenText(occasion('operator', {}, { note }))).toBe(text)
  })
})

describe('the next action', () => {
  const after = (reason: Reason, counts: Counts, about?: About): string =>
    nextAction(occasion(reason, counts, about))

  it('after words that were said before is a call or an answer', () => {
    for (const counts of [{ messages: 2 }, { phrases: 4 }])
      expect(after('repetition', counts)).toMatch(/^Do not write it again\./)
  })

  it('after an effect that was made twice is to go on with what is left', () => {
    expect(after('repetition', { effects: 2 })).toMatch(/^What is done need not be done again\./)
    expect(after('repetition', { effects: 1 })).toMatch(/^Before the next call, say what new information/)
  })

  it('after a call that only fails is another way; one that failed once among others is no such call', () => {
    expect(after('repetition', { failed: 2, repeats: 2 })).toMatch(/^Made again at once and unchanged/)
    expect(after('repetition', { failed: 1, repeats: 2 })).toMatch(/^Before the next call/)
    expect(after('repetition', { failed: 0, repeats: 0 })).toMatch(/^Before the next call/)
  })

  it('of another reason does not go by what repeats', () => {
    expect(after('no_progress', { messages: 2, failed: 2, repeats: 2 })).toMatch(/^Before the next call/)
  })

  it('of a halt ends the run, or only the loop where there is one', () => {
    expect(after('budget_steps', {}, { action: 'halt', loop: '' })).toMatch(/^The run ends here\. Make no/)
    expect(after('repetition', {}, { action: 'halt' })).toMatch(/^This line of work ends here\. Make no/)
  })

  it('of an escalation hands over', () => {
    expect(after('livelock', {}, { action: 'escalate' })).toMatch(/^The run is handed over to a person\./)
  })
})

describe('what a person is told', () => {
  it('names what was tried, and of a limit what the run was doing', () => {
    const limit = { reason: 'budget_steps', class: 'repetition' } as const
    const told = occasion('budget_steps', { limit: 3 }, { action: 'halt', tried: ['a', 'b'], limit })
    expect(explanationFor(told)).toBe(
      'Halted (budget_steps, lane main). The limit of 3 model turns is reached. Tried since the last progress: a, b. ' +
        'After 3 model turns and 1 tool call. It was repeating itself: a higher limit would not have helped.',
    )
    const loop = occasion('no_progress', {}, { action: 'halt', limit })
    expect(explanationFor(loop)).not.toContain('limit')
  })

  it('is missing: what tools brought nothing, which failures are open', () => {
    const tried = ['search', 'fetch']
    expect(missingFor(occasion('no_progress', {}, { tried }))).toBe('Nothing new came from search, fetch.')
    expect(missingFor(occasion('exhaustion', {}, { tried }))).toBe('Nothing new came from search, fetch.')
    expect(missingFor(occasion('exhaustion', {}))).toBe('')
    expect(missingFor(occasion('repetition', {}, { tried }))).toBe('')
    expect(missingFor(occasion('convergence', { failures: 2 }, { tools: ['tsc'] }))).toBe(
      'Open: 2 failures of tsc.',
    )
    expect(missingFor(occasion('dependency_down', {}, { tools: ['get', 'put'] }))).toBe(
      'No answer came from get, put.',
    )
    expect(missingFor(occasion('dependency_down', {}))).toBe('')
    expect(missingFor(occasion('repetition', {}, { tools: ['get'] }))).toBe('')
  })

  it('a tool that was taken away is named', () => {
    expect(takenAwayText('pay')).toMatch(/^pay was not run: the person who let this run go on/)
  })
})
