import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loopObserver, type CheckResult, type ObserverOptions, type Run } from '@loop-observer/sdk'
import { spansOf, startControlServer, type ControlServer } from '../control-server.ts'

function observer(options: Partial<ObserverOptions> = {}) {
  return loopObserver({ agent: 'tester', onError: () => {}, ...options })
}

/** That many errors that differ from each other, and from those of another kind. */
const errors = (count: number, kind = 'x'): readonly string[] =>
  Array.from({ length: count }, (_, k) => `cannot find name ${kind}${'abcdefghijkl'[k]}`)

async function passes(
  given: readonly (readonly string[])[],
  options: Partial<ObserverOptions> = {},
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  await observer(options).run({}, (run) => {
    for (const failures of given) results.push(run.check('build', failures))
  })
  return results
}

describe('what a pass says', () => {
  test.each([
    ['3, 1, the same 1', [errors(3), errors(1), errors(1)], ['too_early', 'too_early', 'stuck']],
    [
      '1, 1, 1, always others',
      ['p', 'q', 'r'].map((kind) => errors(1, kind)),
      ['too_early', 'too_early', 'flat'],
    ],
    ['9, 1, 3', [errors(9, 'p'), errors(1, 'q'), errors(3, 'r')], ['too_early', 'too_early', 'growing']],
    ['7, 8, 9', [errors(7, 'p'), errors(8, 'q'), errors(9, 'r')], ['too_early', 'too_early', 'growing']],
    ['A, B, A', [errors(2, 'p'), errors(2, 'q'), errors(2, 'p')], ['too_early', 'too_early', 'oscillating']],
    ['12, 5, 1, 0', [errors(12), errors(5), errors(1), []], ['too_early', 'too_early', 'continue', 'done']],
  ])('%s', async (_, given, expected) => {
    expect((await passes(given)).map(({ verdict }) => verdict)).toEqual(expected)
  })

  test('an error that moves down three lines is the same error', async () => {
    const [, second] = await passes([['a.ts(12,3): error 7'], ['a.ts(15,3): error 7']])
    expect(second?.verdict).toBe('stuck')
  })

  test('the passes that remain are estimated from the pace', async () => {
    const remaining = (await passes([errors(12), errors(5), errors(1), []])).map(
      ({ remainingPasses }) => remainingPasses,
    )
    expect(remaining).toEqual([null, null, 1, null])
  })

  test('whatever is reported, a pass never throws, and only a list of nothing is clean', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.anything(), fc.anything(), async (name, failures, options) => {
        const outcome = await observer().run({}, (run) => {
          run.bar(options as never)
          return run.check(name as never, failures as never, options as never)
        })
        const isClean =
          (typeof failures === 'string' && failures.trim() === '') ||
          (Array.isArray(failures) &&
            failures.every((each) => typeof each === 'string' && each.trim() === ''))
        expect(outcome.outcome).toBe('answered')
        if (!isClean) expect(outcome.answer?.passed).toBe(false)
      }),
    )
  })
})

describe('verified', () => {
  const verified = async (work: (run: Run) => void): Promise<boolean | null> => {
    const outcome = await observer().run({}, (run) => {
      work(run)
      return run.answer('here')
    })
    expect(outcome.outcome).toBe('answered')
    return outcome.verified
  }

  test('is what the newest check says, and null without one', async () => {
    expect(await verified(() => {})).toBeNull()
    expect(await verified((run) => run.check('build', []))).toBe(true)
    expect(await verified((run) => run.check('build', ['no']))).toBe(false)
    expect(
      await verified((run) => {
        run.check('build', ['no'])
        run.check('build', [])
      }),
    ).toBe(true)
    expect(
      await verified((run) => {
        run.check('build', [])
        run.check('tests', ['no'])
      }),
    ).toBe(false)
  })

  test('is false when the bar came down', async () => {
    expect(
      await verified((run) => {
        run.check('acceptance', ['one source'], { bar: ['two sources', 'dated'] })
        const pass = run.check('acceptance', [], { bar: ['dated'] })
        expect(pass).toEqual({
          passed: false,
          verdict: 'done',
          remainingPasses: null,
          lowered: ['two sources'],
        })
      }),
    ).toBe(false)
  })
})

describe('the next checkpoint', () => {
  test('nudges at the first pass that does not shrink, and halts at the next', async () => {
    const actions: string[] = []
    const outcome = await observer().run({}, async (run) => {
      for (const count of [7, 8, 9, 10]) {
        run.check('build', errors(count, `p${count}`))
        const advice = await run.checkpoint()
        actions.push(advice.action)
        if (advice.action === 'halt') return run.stop(advice)
      }
      return run.answer('never stopped')
    })
    expect(actions).toEqual(['continue', 'continue', 'nudge', 'halt'])
    expect(outcome).toMatchObject({ outcome: 'halted', verified: false, stopped: { reason: 'convergence' } })
  })

  test('halts at once under strict', async () => {
    const outcome = await observer({ preset: 'strict' }).run({}, async (run) => {
      for (const failures of [errors(3), errors(1), errors(1)]) run.check('build', failures)
      return run.stop(await run.checkpoint())
    })
    expect(outcome.stopped?.reason).toBe('convergence')
  })

  test('after five failed checks in a row, whatever their names, the run is abandoned and a person called', async () => {
    const outcome = await observer().run({}, async (run) => {
      for (const [index, name] of ['types', 'unit', 'lint', 'types', 'build'].entries()) {
        run.check(name, errors(2, `kind ${'abcde'[index]} `))
        const advice = await run.checkpoint()
        if (advice.action === 'halt') return run.stop(advice)
      }
      return run.answer('never stopped')
    })
    expect(outcome).toMatchObject({ outcome: 'abandoned', stopped: { reason: 'livelock' }, verified: false })
  })

  test.each<[string, (run: Run) => void]>([
    [
      'a criterion is removed',
      (run) => {
        run.check('acceptance', ['no'], { bar: { sources: 'at least two', dated: 'after 2024' } })
        run.check('acceptance', [], { bar: { dated: 'after 2024' } })
      },
    ],
    [
      'a criterion is rewritten',
      (run) => {
        run.check('acceptance', ['no'], { bar: { sources: 'at least two' } })
        run.check('acceptance', [], { bar: { sources: 'at least one' } })
      },
    ],
    [
      'the very first check is below the bar that was registered',
      (run) => {
        run.bar({ sources: 'at least two' })
        run.check('acceptance', [], { bar: { sources: 'at least one' } })
      },
    ],
    [
      'the bar is registered once more, lower',
      (run) => {
        run.bar(['handles all inputs'])
        run.bar(['handles the inputs that work'])
      },
    ],
  ])('halts without a nudge when %s', async (_, work) => {
    const outcome = await observer().run({}, async (run) => {
      work(run)
      return run.stop(await run.checkpoint())
    })
    expect(outcome).toMatchObject({ outcome: 'halted', stopped: { reason: 'bar_lowered' } })
  })

  test('lets a bar rise, and text be wrapped anew', async () => {
    const outcome = await observer().run({}, async (run) => {
      run.bar({ sources: 'at least\ntwo' })
      run.check('acceptance', [], { bar: { sources: ' at least  two', dated: 'after 2024' } })
      expect((await run.checkpoint()).action).toBe('continue')
    })
    expect(outcome.verified).toBe(true)
  })
})

describe('what is reported', () => {
  let server: ControlServer

  beforeEach(async () => {
    server = await startControlServer()
  })

  afterEach(async () => {
    await server.stop()
  })

  const attributesWith = async (
    capture: ObserverOptions['capture'],
  ): Promise<Readonly<Record<string, unknown>>> => {
    await observer({ endpoint: server.url, waitMs: 5000, ...(capture && { capture }) }).run({}, (run) => {
      run.bar({ secrecy: 'nobody learns of hunter2hunter2' })
      run.check('tests', ['login fails, password: hunter2hunter2', 'line 7'], {
        bar: { secrecy: 'nobody learns of hunter2hunter2' },
      })
    })
    const [bar, check] = spansOf(server.received).slice(-2)
    expect(bar).toMatchObject({
      name: 'bar',
      attributes: { 'loop.step.kind': 'bar', 'loop.check.bar': check?.attributes['loop.check.bar'] },
    })
    expect(check?.name).toBe('check tests')
    return check?.attributes ?? {}
  }

  test('signatures of the failures and digests of the criteria always, words only as captured', async () => {
    const plain = await attributesWith(undefined)
    expect(plain).toMatchObject({ 'loop.step.kind': 'check', 'loop.check.name': 'tests' })
    expect(listOf(plain['loop.check.signatures'])).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ])
    expect(JSON.parse(String(plain['loop.check.bar']))).toEqual({
      secrecy: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    })
    expect(JSON.stringify(plain)).not.toMatch(/hunter2|login|line 7/)
    const preview = await attributesWith('preview')
    expect(listOf(preview['loop.check.failures'])).toEqual(['login fails, password: [masked]', 'line 7'])
    const content = await attributesWith('content')
    expect(listOf(content['loop.check.failures'])[0]).toContain('hunter2')
    expect(content['loop.check.signatures']).toEqual(plain['loop.check.signatures'])
  })
})

function listOf(value: unknown): readonly unknown[] {
  const { values } = (value as { arrayValue: { values: { stringValue: string }[] } }).arrayValue
  return values.map(({ stringValue }) => stringValue)
}
