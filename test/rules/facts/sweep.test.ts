import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { callFeatures, defaultTraits } from '@loop-observer/rules'
import { stepOfSweep } from '../../../rules/facts/sweep.ts'
import { createLane } from '../../../rules/memory/lane-memory.ts'
import { judgeOneByOne, policyOf, Script } from '../../support/steps.ts'

const hashing = {
  digest: (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex').slice(0, 32),
  seed: 0,
}

/** For each call whether it goes on with a sweep. */
function swept(...calls: readonly (readonly [tool: number, args: unknown])[]): readonly boolean[] {
  const lane = createLane('main')
  return calls.map(
    ([tool, args]) =>
      stepOfSweep(lane, tool, callFeatures(`t${tool}`, args, defaultTraits, hashing).leaves).isNext,
  )
}

const flight = (origin: string, destination: string, date = '2024-05-20') => ({ origin, destination, date })

describe('a sweep', () => {
  it('is one argument after another at another value, all else equal', () => {
    expect(swept([0, flight('JFK', 'SFO')], [0, flight('JFK', 'LAX')], [0, flight('JFK', 'SEA')])).toEqual([
      false,
      true,
      true,
    ])
  })

  it('may change two places at once, a round trip, but not all', () => {
    expect(swept([0, flight('JFK', 'SEA')], [0, flight('SEA', 'JFK')])).toEqual([false, true])
    expect(swept([0, flight('JFK', 'SEA')], [0, flight('SEA', 'JFK', '2024-05-25')])).toEqual([false, false])
    expect(swept([0, { id: 'a' }], [0, { id: 'b' }])).toEqual([false, false])
  })

  it('is told by its only argument where that holds a number', () => {
    expect(swept([0, { date: '2026-06-30' }], [0, { date: '2026-07-01' }])).toEqual([false, true])
    expect(swept([0, { page: 1 }], [0, { page: 2 }])).toEqual([false, true])
    expect(swept([0, { page: 1 }], [0, { page: 'last' }])).toEqual([false, false])
    expect(swept([0, { from: 1, to: 2 }], [0, { from: 3, to: 4 }])).toEqual([false, false])
    expect(swept([0, { query: 'route 1' }], [0, { query: 'route 2' }])).toEqual([false, false])
  })

  it('is not a query put otherwise, in several words or in one', () => {
    const limit = 10
    expect(swept([0, { question: 'who pays', limit }], [0, { question: 'who is to pay', limit }])).toEqual([
      false,
      false,
    ])
    expect(swept([0, { pattern: 'ttl', path: 'src' }], [0, { pattern: 'timeout', path: 'src' }])).toEqual([
      false,
      false,
    ])
    expect(swept([0, { note: 'one two three', n: 1 }], [0, { note: 'one two four', n: 1 }])).toEqual([
      false,
      false,
    ])
  })

  it('is not the same call again, nor one with other arguments', () => {
    expect(swept([0, flight('JFK', 'SFO')], [0, flight('JFK', 'SFO')])).toEqual([false, false])
    expect(swept([0, { path: 'a', page: 1 }], [0, { path: 'a', page: 2, size: 9 }])).toEqual([false, false])
  })

  it('goes on across calls of another tool, of two in turn', () => {
    const found = swept(
      [0, { path: 'a', page: 1 }],
      [1, { path: 'b', page: 1 }],
      [0, { path: 'a', page: 2 }],
      [1, { path: 'b', page: 2 }],
    )
    expect(found).toEqual([false, false, true, true])
  })
})

describe('empty answers', () => {
  const airports = ['SFO', 'LAX', 'SEA', 'SAN', 'SJC', 'OAK', 'PDX', 'DEN', 'PHX']

  const sweep = (run: Script): Script => {
    for (const to of airports) run.call({ tool: 'search_flights', args: flight('JFK', to), gives: [] })
    return run
  }

  it('along a first sweep earn no word, along a second they are a loop', () => {
    expect(judgeOneByOne(sweep(new Script()).steps).story).toEqual([])
    const twice = judgeOneByOne(sweep(sweep(new Script())).steps).story
    expect(twice[0]).toMatch(/^nudge/)
    expect(twice.at(-1)).toMatch(/^halt/)
  })

  it('along a sweep that does not end are told of in the end', () => {
    const script = new Script().times(60, (run, index) =>
      run.call({ tool: 'get_user', args: { realm: 'main', id: index }, gives: '' }),
    )
    const [first = ''] = judgeOneByOne(script.steps).story
    expect(Number(first.split('@')[1])).toBeGreaterThan(15)
  })

  it('to a query put otherwise, with the same limit, earn one soon', () => {
    const script = new Script().times(6, (run, index) =>
      run.call({ tool: 'search', args: { query: `refund policy ${index}`, limit: 10 }, gives: [] }),
    )
    expect(judgeOneByOne(script.steps).story[0]).toMatch(/^nudge/)
  })
})

describe('a sweep on which each place gives the same', () => {
  const healthy =
    'All checks of this host have passed: disk, memory, network, processes. No alert is open, no update is due.'
  const decided = (script: Script) =>
    judgeOneByOne(script.steps, policyOf('balanced')).decisions.map(({ action, reason }) => [action, reason])

  it('is work, however long the answer is', () => {
    const fleet = new Script().times(80, (run, i) =>
      run.call({ tool: 'check_host', args: { host: `web-${i}` }, gives: healthy }),
    )
    expect(decided(fleet)).toEqual([])
  })

  it('is none any more when it is made a second time', () => {
    const twice = new Script()
    for (let round = 0; round < 3; round++)
      twice.times(12, (run, i) =>
        run.call({ tool: 'check_host', args: { host: `web-${i}` }, gives: healthy }),
      )
    expect(decided(twice)).toEqual([
      ['nudge', 'no_progress'],
      ['halt', 'no_progress'],
    ])
  })

  it('is a query put otherwise where the arguments are words', () => {
    const words = [
      'who pays the fee',
      'is there a fee',
      'fee for refunds',
      'what does a refund cost',
      'cost of refunds',
      'refund price',
    ]
    const search = new Script().times(6, (run, i) =>
      run.call({ tool: 'search', args: { query: words[i] }, gives: healthy }),
    )
    expect(decided(search)).toEqual([
      ['nudge', 'no_progress'],
      ['halt', 'no_progress'],
    ])
  })
})

describe('a command that says nothing', () => {
  const file = (i: number): string => `src/${'abcdefghijklmnop'[i]}.ts`
  const decided = (script: Script) =>
    judgeOneByOne(script.steps, policyOf('balanced')).decisions.map(({ action, reason }) => [action, reason])

  it('may say it again after each change: a compiler that finds nothing is silent', () => {
    const script = new Script().times(16, (run, i) =>
      run
        .call({ tool: 'edit_file', args: { path: file(i), new: `line ${i}` }, gives: 'ok' })
        .call({ tool: 'bash', args: { command: 'npx tsc --noEmit' }, gives: '' }),
    )
    expect(decided(script)).toEqual([])
  })

  it('is a loop where nothing is changed between', () => {
    const script = new Script().times(6, (run) =>
      run.call({ tool: 'bash', args: { command: 'npx tsc --noEmit' }, gives: '' }),
    )
    expect(decided(script)).toEqual([
      ['nudge', 'repetition'],
      ['halt', 'repetition'],
    ])
  })

  it('is work where programs of the project are run one after the other', () => {
    const script = new Script().times(12, (run, i) =>
      run.call({ tool: 'bash', args: { command: `./scripts/step-${'abcdefghijklmnop'[i]}.sh` }, gives: '' }),
    )
    expect(decided(script)).toEqual([])
  })
})
