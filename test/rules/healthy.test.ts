import { describe, expect, it } from 'vitest'
import { createMemory, judge, type Step } from '@loop-observer/rules'
import { judgeOneByOne, policyOf, Script } from '../support/steps.ts'

const storyOf = (script: Script): readonly string[] => judgeOneByOne(script.steps).story

const second = 1000

describe('an agent that only waits is left alone', () => {
  it('when it polls every minute', () => {
    const script = new Script().times(15, (run, index) =>
      run.call({ tool: 'get_job', args: { job: 1 }, gives: { state: 'running' }, at: index * 60 * second }),
    )
    expect(storyOf(script)).toEqual([])
  })

  it('when the pauses between its polls grow', () => {
    let at = 0
    const script = new Script().times(12, (run, index) => {
      run.call({ tool: 'get_job', args: { job: 1 }, gives: { state: 'running' }, at })
      at += second * 1.6 ** index
    })
    expect(judgeOneByOne(script.steps).memory.outcome).toBe('open')
  })

  it('when it polls two jobs in turn, every minute or ever more rarely', () => {
    const polls = (times: number, pauseMs: (index: number) => number): Script => {
      let at = 0
      return new Script().times(times, (run, index) => {
        run.call({ tool: 'get_job', args: { job: 1 }, gives: { state: 'running' }, at })
        run.call({ tool: 'get_job', args: { job: 2 }, gives: { state: 'queued' }, at: at + second })
        at += pauseMs(index)
      })
    }
    expect(storyOf(polls(10, () => 60 * second))).toEqual([])
    const slower = polls(6, (index) => 2 * second * 2 ** index)
    expect(judgeOneByOne(slower.steps).memory.outcome).toBe('open')
  })

  it('when it sleeps in a shell between its looks, which brings nothing by itself', () => {
    let at = 0
    const script = new Script().times(8, (run) => {
      run.call({ tool: 'bash', args: { command: 'sleep 60' }, gives: '', at, tookMs: 60 * second })
      at += 61 * second
      run.call({ tool: 'bash', args: { command: 'gh run view 88' }, gives: 'in progress: build 88', at })
      at += second
    })
    expect(storyOf(script)).toEqual([])
  })

  it('when a command waits before it looks', () => {
    let at = 0
    const script = new Script().times(12, (run) => {
      const command = 'sleep 30 && gh run view 88'
      run.call({ tool: 'bash', args: { command }, gives: 'build: in progress', at, tookMs: 31 * second })
      at += 33 * second
    })
    expect(storyOf(script)).toEqual([])
  })

  it('when it waits a quarter of a minute by intent between its looks, not when a second', () => {
    const looks = (waitMs: number): Script => {
      let at = 0
      return new Script().times(14, (run) => {
        run.call({ tool: 'get_job', args: { job: 1 }, gives: { state: 'running' }, at })
        run.call({ tool: 'wait', args: { ms: waitMs }, gives: 'waited', at: at + 200, tookMs: waitMs })
        at += waitMs + 1500
      })
    }
    expect(storyOf(looks(15 * second))).toEqual([])
    expect(judgeOneByOne(looks(second).steps).memory.outcome).toBe('halted')
  })

  it('when one value of a long answer moves', () => {
    const fields = Object.fromEntries(Array.from({ length: 12 }, (_, k) => [`field${k}`, `value ${k}`]))
    const script = new Script().times(15, (run, index) =>
      run.call({ tool: 'get_job', args: { job: 1 }, gives: { ...fields, percent: index * 6 } }),
    )
    expect(storyOf(script)).toEqual([])
  })

  it('when it looks in once an hour', () => {
    const script = new Script().times(24, (run, index) =>
      run.call({ tool: 'heartbeat', args: {}, gives: 'nothing to do', at: index * 3600 * second }),
    )
    expect(storyOf(script)).toEqual([])
  })
})

describe('an agent that works in bulk is left alone', () => {
  it.each([
    ['the same receipt', 'label_ticket', { success: true }],
    ['a word', 'process_item', 'ok'],
    ['true', 'file_exists', true],
    ['a count', 'count_orders', 0],
  ])('when every item gives %s', (_, tool, gives) => {
    const script = new Script().times(30, (run, index) =>
      run.call({ tool, args: { id: `item ${index}` }, gives }),
    )
    expect(storyOf(script)).toEqual([])
  })
})

describe('an agent that goes on from page to page by the same click', () => {
  const paging = (gives: (index: number) => string): Script =>
    new Script().times(20, (run, index) => {
      run.call({ tool: 'click', args: { selector: '#next' }, gives: 'clicked' })
      run.call({ tool: 'get_text', args: {}, gives: gives(index) })
    })

  it('is left alone while the pages are new', () => {
    const page = (index: number): string => `page ${index}\noffer ${index * 3}\noffer ${index * 3 + 1}`
    expect(storyOf(paging(page))).toEqual([])
    expect(judgeOneByOne(paging(page).steps, policyOf('assertive')).story).toEqual([])
  })

  it('is left alone while a little of a long page is new each time', () => {
    const lines = Array.from(
      { length: 40 },
      (_, each) => `entry ${'abcdefghij'[each % 10]} of the long menu ${each}`,
    )
    const moving = (index: number): string => [...lines, `selected: ${lines[index]}!`].join('\n')
    expect(judgeOneByOne(paging(moving).steps).memory.outcome).toBe('open')
  })

  it('is halted when the click leads nowhere any more', () => {
    const stuck = judgeOneByOne(paging((index) => `page ${Math.min(index, 5)}`).steps)
    expect(stuck.memory.outcome).toBe('halted')
    expect(stuck.decisions[0]?.action).toBe('nudge')
  })
})

describe('an agent that asks the same of many items is left alone', () => {
  const valid = {
    valid: true,
    deliverable: true,
    disposable: false,
    role: false,
    provider: 'mail.example',
    mx: 2,
  }
  const names = Array.from({ length: 30 }, (_, index) => 'abcdefghijklmnopqrstuvwxyzABCD'[index] ?? '')

  it.each<[string, (name: string) => object]>([
    ['names', (name) => ({ email: `${name}nna@mail.example` })],
    ['records', (name) => ({ first: `${name}nna`, last: `${name}erg`, city: `${name}onn`, zip: name })],
  ])('though all of them are told alike: %s', (_, argsOf) => {
    const script = new Script().times(30, (run, index) =>
      run.call({
        tool: 'validate',
        args: argsOf(names[index] ?? ''),
        gives: { ...valid, note: 'no further action' },
      }),
    )
    expect(storyOf(script)).toEqual([])
    expect(judgeOneByOne(script.steps, policyOf('assertive')).story).toEqual([])
  })

  it('though little of each record is its own', () => {
    const script = new Script().times(30, (run, index) =>
      run.call({
        tool: 'employee',
        args: { login: `${names[index]}nna` },
        gives: {
          name: `${names[index]}nna ${names[29 - index]}erg`,
          site: 'Bonn',
          grade: 'A',
          contract: 'permanent',
          currency: 'EUR',
          active: true,
          country: 'DE',
        },
      }),
    )
    expect(storyOf(script)).toEqual([])
    expect(judgeOneByOne(script.steps, policyOf('assertive')).story).toEqual([])
  })

  it('though no value of a record is its own, only which of them come together', () => {
    const script = new Script().times(24, (run, index) =>
      run.call({
        tool: 'get_order',
        args: { order_id: `W${4000 + index * 7}` },
        gives: {
          status: ['shipped', 'delivered', 'in process'][index % 3],
          carrier: ['DHL', 'UPS'][index % 2],
          warehouse: ['east', 'west', 'north', 'south'][index % 4],
          currency: 'EUR',
          gift: false,
          payment: 'captured',
          returns: true,
        },
      }),
    )
    expect(judgeOneByOne(script.steps).memory.outcome).toBe('open')
    expect(judgeOneByOne(script.steps, policyOf('assertive')).memory.outcome).toBe('open')
  })

  it('but not when it puts one question into other words', () => {
    const script = new Script().times(30, (run, index) =>
      run.call({
        tool: 'ask_docs',
        args: { question: `what is ${names[index]} for` },
        gives: 'A '.repeat(60),
      }),
    )
    expect(judgeOneByOne(script.steps).memory.outcome).toBe('halted')
  })
})

describe('an agent that works off a list', () => {
  it('is left alone while the list becomes shorter, though no line of it is new', () => {
    const script = new Script().times(14, (run, index) => {
      const left = Array.from(
        { length: 15 - index },
        (_, each) => `order ${'abcdefghijklmno'[each]} of the day`,
      )
      run.call({ tool: 'orders_left', args: {}, gives: left.join('\n') })
      run.call({ tool: 'handle', args: { order: index }, gives: 'done' })
    })
    expect(storyOf(script)).toEqual([])
    expect(judgeOneByOne(script.steps, policyOf('assertive')).story).toEqual([])
  })
})

describe('an agent that works, and looks where it is between', () => {
  it.each<[string, unknown]>([
    ['a few words', '/workspace/app'],
    ['nothing', []],
  ])('is told at most when that look gives %s', (_, gives) => {
    const script = new Script().times(14, (run, index) => {
      run.call({ tool: 'where', args: {}, gives })
      run.call({
        tool: 'read_page',
        args: { page: `about ${index}` },
        gives: `chapter ${index}\nword ${index * 7}`,
      })
    })
    expect(judgeOneByOne(script.steps).memory.outcome).toBe('open')
    expect(judgeOneByOne(script.steps, policyOf('assertive')).memory.outcome).toBe('open')
  })

  it('is halted when nothing else brings anything', () => {
    const script = new Script().times(14, (run, index) => {
      run.call({ tool: 'where', args: {}, gives: '/workspace/app' })
      run.call({
        tool: 'look',
        args: { at: index % 2 },
        gives: 'the same long text as ever, which has been read before by now',
      })
    })
    expect(judgeOneByOne(script.steps).memory.outcome).toBe('halted')
  })
})

describe('an agent that sorts items into few classes is left alone', () => {
  const classes = [
    'Billing: about invoices, refunds or payment methods; route it to the billing desk within a day.',
    'Shipping: about delivery, tracking or damaged parcels; route it to logistics within four hours.',
    'Account: about login, password or profile data; route it to the identity team within a day.',
  ]

  it.each([2, 3])('though each of the %i is told in the same words, to item after item', (count) => {
    const script = new Script().times(40, (run, index) =>
      run.call({
        tool: 'classify_ticket',
        args: { ticket: 4000 + index * 17 },
        gives: classes[(index * index + (index % 5)) % count],
      }),
    )
    expect(storyOf(script)).toEqual([])
    expect(judgeOneByOne(script.steps, policyOf('assertive')).story).toEqual([])
  })
})

describe('an agent that goes through places where nothing is', () => {
  const looks = (argsOf: (index: number) => object): Script =>
    new Script().times(15, (run, index) =>
      run.call({ tool: 'find_slots', args: argsOf(index), gives: { slots: [] } }),
    )

  it('is left alone, though the place is all that it asks for', () => {
    expect(storyOf(looks((index) => ({ date: `2026-06-${10 + index}` })))).toEqual([])
    expect(storyOf(looks((index) => ({ host: `web-${index}` })))).toEqual([])
  })

  it('is halted when it turns page after page behind the last: no listing goes on after an empty page', () => {
    const ends = (script: Script): string => judgeOneByOne(script.steps).memory.outcome
    expect(ends(looks((index) => ({ page: index })))).toBe('halted')
    const last = new Script().times(15, (run, index) =>
      run.call({
        tool: 'list_orders',
        args: { state: 'open', offset: index * 20 },
        gives: 'order 4411 of Anna\norder 4412 of Bo '.repeat(3),
      }),
    )
    expect(ends(last)).toBe('halted')
    const numbered = new Script().times(20, (run, index) => {
      const items = Array.from({ length: 9 }, (_, each) => `order ${'abcdefghi'[each]} of the last page`)
      return run.call({ tool: 'list_orders', args: { page: index }, gives: { page: index, items } })
    })
    expect(ends(numbered)).toBe('halted')
  })

  it('is left alone where the place is a file that was not looked at before', () => {
    const names = 'abcdefghijklmno'
    const reads = new Script().times(15, (run, index) =>
      run.call({ tool: 'read_file', args: { path: `src/${names[index]}/__init__.py` }, gives: '' }),
    )
    expect(storyOf(reads)).toEqual([])
  })

  it('is told when the place has no number: then nobody knows whether it is the next', () => {
    const names = 'abcdefghijklmno'
    expect(storyOf(looks((index) => ({ guest: names[index] })))).not.toEqual([])
  })
})

describe('one round of parallel calls is one piece of evidence', () => {
  it('under strict, too, which ends a run at the second identical answer in a row', () => {
    const greps = (round: string): Script =>
      new Script().times(6, (run, index) =>
        run.call({ tool: 'grep', args: { pattern: `word ${index}` }, gives: '', round }),
      )
    expect(judgeOneByOne(greps('one').steps, policyOf('strict')).story).toEqual([])
    const again = greps('one').call({ tool: 'grep', args: { pattern: 'another' }, gives: '', round: 'two' })
    expect(judgeOneByOne(again.steps, policyOf('strict')).story).toEqual(['halt no_progress @6'])
  })

  it('though a dozen of them find nothing, whether the round is named or only overlaps', () => {
    const named = new Script().times(12, (run, index) =>
      run.call({ tool: 'grep', args: { pattern: index }, gives: '', round: 'one' }),
    )
    const overlapping = new Script().times(12, (run, index) =>
      run.call({ tool: 'grep', args: { pattern: index }, gives: '', at: 5000 + index }),
    )
    expect([storyOf(named), storyOf(overlapping)]).toEqual([[], []])
  })

  it('though several of them meet the same refusal', () => {
    const script = new Script().times(5, (run, index) =>
      run.call({ tool: 'api', args: { path: `/${index}` }, fails: '401 Unauthorized', round: 'one' }),
    )
    expect(storyOf(script)).toEqual([])
  })
})

describe('lanes', () => {
  it('are not taken for one another however many there are', () => {
    const script = new Script().times(40, (run, index) =>
      run.call({
        tool: 'read',
        args: { path: 'README' },
        gives: 'the same text for all',
        lane: `sub ${index}`,
      }),
    )
    expect(storyOf(script)).toEqual([])
    script.times(6, (run) =>
      run.call({ tool: 'read', args: { path: 'b' }, gives: 'again and again', lane: 'looper' }),
    )
    expect(judgeOneByOne(script.steps).decisions.map(({ lane, action }) => [lane, action])).toEqual([
      ['looper', 'nudge'],
      ['looper', 'halt'],
    ])
  })
})

describe('a wrong clock', () => {
  const policy = policyOf('balanced', { limits: { seconds: 60 } })
  const call = { tool: 'search', args: { q: 'a' }, gives: 'the same answer' }

  /** Steps without numbers, each received 100 ms after its right end; `shift` sets clocks wrong. */
  function story(count: number, shift: (index: number) => number): readonly string[] {
    const script = new Script().times(count, (run) => run.call(call))
    let memory = createMemory('run', 'telemetry', policy.version)
    const told: string[] = []
    for (const [index, step] of script.steps.entries()) {
      const wrong: Step = {
        ...step,
        sequence: null,
        receivedAtMs: step.endedAtMs + 100,
        startedAtMs: step.startedAtMs + shift(index),
        endedAtMs: step.endedAtMs + shift(index),
      }
      const judged = judge(memory, [wrong], policy)
      memory = judged.memory
      told.push(...judged.decisions.map(({ action, reason }) => `${action} ${reason}`))
    }
    return told
  }

  it.each([
    ['one span an hour ahead', (index: number) => (index === 2 ? 3_600_000 : 0)],
    ['a clock that is set back by five minutes', (index: number) => (index >= 3 ? -300_000 : 0)],
    ['a service two minutes ahead', (index: number) => (index % 2 === 0 ? 120_000 : 0)],
  ])('(%s) neither hides a loop nor uses up time', (_, shift) => {
    expect(story(14, shift)).toEqual(['nudge repetition', 'halt repetition'])
  })
})

describe('the time of a run', () => {
  /** Seconds of steps of 1 s, the first of which begin at `startsAt`, all received at `heardAt`, seconds. */
  function secondsOf(startsAt: readonly number[], heardAt: (index: number) => number, limit = 80) {
    const policy = policyOf('balanced', { limits: { seconds: limit } })
    const script = new Script().times(startsAt.length, (run, index) => run.call({ gives: `news ${index}` }))
    const beganMs = 1_796_000_000_000
    let memory = createMemory('run', 'telemetry', policy.version)
    const told: string[] = []
    for (const [index, step] of script.steps.entries()) {
      const startedAtMs = beganMs + (startsAt[index] ?? 0) * 1000
      const times = {
        startedAtMs,
        endedAtMs: startedAtMs + 1000,
        receivedAtMs: beganMs + heardAt(index) * 1000,
      }
      const judged = judge(memory, [{ ...step, sequence: null, ...times }], { ...policy, holdMs: 0 })
      memory = judged.memory
      told.push(...judged.decisions.map(({ reason }) => reason))
    }
    return { seconds: memory.totals.seconds, told }
  }
  const every = (gapS: number, count: number): readonly number[] =>
    Array.from({ length: count }, (_, index) => index * gapS)

  it('is that of its steps, whether they are heard of one by one, late, or all at once', () => {
    const starts = every(5, 18)
    for (const heardAt of [
      (index: number) => (starts[index] ?? 0) + 1.1,
      (index: number) => (starts[index] ?? 0) + 900,
      (index: number) => 86 + index / 100,
      (index: number) => (index < 9 ? 200 : 260) + index / 100,
    ]) {
      expect(secondsOf(starts, heardAt)).toEqual({ seconds: 86, told: ['budget_time'] })
    }
  })

  it('goes on from where it was when a person lets a halted run go on an hour later', () => {
    const policy = policyOf('balanced', { limits: { seconds: 5 } })
    const script = new Script().times(7, (run, index) => run.call({ gives: `news ${index}` }))
    const halted = judge(createMemory('run', 'sdk', policy.version), script.steps, policy).memory
    expect(halted).toMatchObject({ outcome: 'halted', reason: 'budget_time' })
    const later = new Script()
      .operator('resume', null, { seconds: 14 })
      .times(14, (run, index) => run.call({ gives: `more ${index}` }))
    const hourMs = 3_600_000
    const moved = later.steps.map((step, index) => ({
      ...step,
      ...(step.kind === 'tool' ? { sequence: 7 + index } : {}),
      id: `later-${index}`,
      startedAtMs: step.startedAtMs + hourMs,
      endedAtMs: step.endedAtMs + hourMs,
      receivedAtMs: step.receivedAtMs + hourMs,
    }))
    const before = halted.totals.seconds
    const { memory, decisions } = judge(halted, moved.slice(0, 6), policy)
    expect(memory.totals.seconds - before).toBeGreaterThan(3)
    expect(memory.totals.seconds - before).toBeLessThan(8)
    expect(decisions.filter(({ action }) => action === 'halt')).toEqual([])
    expect(judge(memory, moved.slice(6), policy).decisions).toMatchObject([{ reason: 'budget_time' }])
  })

  it('is about that of the observer where the clocks of two hosts disagree', () => {
    for (const skewS of [-600, 600, 3600]) {
      const starts = every(2, 20).map((atS, index) => (index % 2 === 0 ? atS : atS + skewS))
      const { seconds, told } = secondsOf(starts, (index) => index * 2 + 1.1)
      expect(told, `skew ${skewS}`).toEqual([])
      expect(seconds, `skew ${skewS}`).toBeGreaterThan(36)
      expect(seconds, `skew ${skewS}`).toBeLessThan(42)
    }
  })
})

describe('a halt that is only recorded', () => {
  const same =
    (name: string) =>
    (run: Script): Script =>
      run.call({ tool: name, args: {}, gives: `always the same answer of ${name}` })

  it("does not stand in the way of a person's", () => {
    const script = new Script().times(6, same('a')).operator('halt', 'enough')
    const { decisions, memory } = judgeOneByOne(script.steps, policyOf('balanced', { mode: 'shadow' }))
    expect(decisions.at(-1)).toMatchObject({ reason: 'operator', enforced: true })
    expect(memory.outcome).toBe('halted')
  })

  it('ends neither the nudges of a run that may only be nudged', () => {
    const script = new Script().times(6, same('a')).times(6, same('b'))
    const { story } = judgeOneByOne(script.steps, policyOf('balanced', { mode: 'nudge' }))
    expect(story.filter((line) => line.startsWith('nudge'))).toHaveLength(2)
  })

  it('nor is a run that has ended by itself decided on afterwards', () => {
    const script = new Script().times(6, same('a'))
    const [first] = script.steps
    const outcome: Step = {
      ...(first as Step),
      id: 'end',
      kind: 'outcome',
      sequence: null,
      outcome: 'answered',
      correct: null,
    } as Step
    const { memory, story } = judgeOneByOne([outcome, ...script.steps])
    expect([memory.outcome, story]).toEqual(['answered', []])
  })

  it('and when a person speaks again after the answer, the session goes on', () => {
    const script = new Script().call({ gives: 'found' })
    const [first] = script.steps
    const outcome: Step = {
      ...(first as Step),
      id: 'end',
      kind: 'outcome',
      sequence: null,
      outcome: 'answered',
      correct: null,
    } as Step
    const begun = judgeOneByOne([...script.steps, outcome])
    expect(begun.memory.outcome).toBe('answered')
    script.user()
    expect(judge(begun.memory, script.steps.slice(1), policyOf()).memory.outcome).toBe('open')
  })
})
