import { trace } from '@opentelemetry/api'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { loopObserver } from '@loop-observer/sdk'

function refuse(): never {
  throw new Error('not to be touched')
}

const hostile = new Proxy(
  {},
  { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse },
)

/** Throws whichever of its fields is read. */
function withGetters(keys: readonly string[]): object {
  return Object.defineProperties(
    {},
    Object.fromEntries(keys.map((key) => [key, { enumerable: true, get: refuse }])),
  )
}

const circular: Record<string, unknown> = {}
circular['self'] = circular

const revoked = Proxy.revocable([], {})
revoked.revoke()

const getters = fc
  .subarray([
    'x',
    'effect',
    'callId',
    'readOnly',
    'round',
    'model',
    'text',
    'tokensIn',
    'bar',
    'resumable',
    'action',
    'decision',
    'name',
    'message',
    'isError',
    'content',
    'task',
    'runId',
    'attributes',
    'policy',
    'limits',
    'onError',
    'endpoint',
    'toJSON',
  ])
  .map(withGetters)

/** Boxed, for the generator looks into what it generates. */
const anything = fc
  .oneof(
    fc
      .anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true })
      .map((value) => () => value),
    fc.constantFrom<() => unknown>(
      () => hostile,
      () => circular,
      () => revoked.proxy,
      () => Symbol.iterator,
      () => 1n,
      () => refuse,
      () => undefined,
      () => null,
      () => '\ud800',
    ),
    getters.map((value) => () => value),
    fc
      .constantFrom('halt', 'nudge', 'continue')
      .map((action) => () => ({ action, decision: { message: 1 } })),
  )
  .map((value) => ({ value }))

/** Plain JavaScript: what the types forbid is given all the same. */
type Loose = (...given: readonly unknown[]) => Promise<unknown>
type LooseRun = Readonly<
  Record<'tool' | 'stop' | 'fail' | 'model' | 'progress' | 'check' | 'bar' | 'checkpoint', Loose>
> & { readonly lane: (name: unknown) => LooseRun }
type LooseObserver = (options?: unknown) => {
  run(options: unknown, work: (run: LooseRun) => unknown): Promise<{ outcome: string; stopped: unknown }>
  shutdown(timeoutMs?: unknown): Promise<void>
}

const looseObserver = loopObserver as unknown as LooseObserver

/** Gives it everywhere where something can be given. */
async function useUp(given: readonly unknown[]): Promise<void> {
  const observing = looseObserver(given[0])
  const reached: string[] = []
  const outcome = await observing.run(given[1], async (run) => {
    const lane = run.lane(given[2])
    // Wrapped: `then` of a result is the language's to call.
    const result = await lane.tool(given[3], given[4], () => ({ wrapped: given[5] }), given[6])
    if (Object.is((result as { wrapped: unknown }).wrapped, given[5])) reached.push('same result')
    const thrower = lane.tool('thrower', given[7], () => raise(given[8]))
    await thrower.catch((error: unknown) => {
      if (Object.is(error, given[8])) reached.push('same error')
    })
    void lane.model(given[9])
    await run.checkpoint(given[9])
    void lane.progress(given[10])
    void lane.check(given[2], given[10], given[11])
    void lane.bar(given[11])
    reached.push('end')
    return given.length % 2 === 0 ? run.fail(given[12], given[6]) : run.stop(given[12])
  })
  expect(reached).toEqual(['same result', 'same error', 'end'])
  expect(['halted', 'failed', 'answered', 'escalated', 'abandoned']).toContain(outcome.outcome)
  await observing.shutdown(0)
}

function raise(thrown: unknown): never {
  // oxlint-disable-next-line typescript/only-throw-error -- agents do
  throw thrown
}

afterEach(() => trace.disable())

function spansKept() {
  const kept = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: kept })] })
  trace.setGlobalTracerProvider(provider)
  return (name: string) => kept.getFinishedSpans().filter((span) => span.name === name)
}

describe('whatever plain JavaScript gives', () => {
  test('nothing of ours is thrown, and a run has an outcome', async () => {
    const given = fc.array(anything, { minLength: 13, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(given, async (boxes) => useUp(boxes.map(({ value }) => value()))),
      { numRuns: 400 },
    )
  })

  test('a callback that throws it has failed, and that is an outcome', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async ({ value }) => {
        const thrown = value()
        const outcome = await loopObserver({ agent: 'a' }).run({}, () => raise(thrown))
        expect(outcome.outcome).toBe('failed')
        expect(Object.is(outcome.cause, thrown)).toBe(true)
      }),
    )
  })
})

test('calls whose arguments, options or errors cannot be read are calls, and their spans end', async () => {
  const spans = spansKept()
  const unreadable = withGetters(['x', 'message', 'name'])
  const outcome = await loopObserver({ agent: 'a', limits: { effects: 100 } }).run({}, async (run) => {
    for (let call = 0; call < 30; call += 1) {
      await run.tool('send_email', unreadable, () => 'sent', { effect: true })
    }
    await run.tool('throws', {}, () => Promise.reject(unreadable)).catch(() => {})
    await run.tool('throws', {}, () => Promise.reject(hostile)).catch(() => {})
    await run.tool('returns', hostile, () => unreadable)
    await run.callModel('m', () => 1, refuse)
    return run.answer(1)
  })
  expect(outcome.totals).toMatchObject({ toolCalls: 33, effects: 30, steps: 33 })
  expect(outcome.steps).toBe(34)
  expect(spans('execute_tool send_email')).toHaveLength(30)
  expect(spans('execute_tool throws').map(({ status }) => status.code)).toEqual([2, 2])
  expect(spans('execute_tool returns')).toHaveLength(1)
  expect(spans('chat m')).toHaveLength(1)
})

test('the limit on effects holds for effects whose arguments cannot be read', async () => {
  const refused: unknown[] = []
  const outcome = await loopObserver({ agent: 'a', limits: { effects: 2 } }).run({}, async (run) => {
    for (let call = 0; call < 3; call += 1) {
      await run
        .tool('pay', hostile, () => 'paid', { effect: true })
        .catch((error: Error) => refused.push(error.name))
    }
    return run.answer(1)
  })
  expect(refused).toEqual(['EffectRefused'])
  expect(outcome.totals.effects).toBe(2)
})

test('a text given to stop, and no options at all, are survived', async () => {
  const outcome = await looseObserver().run({}, (run) => run.stop('I give up'))
  expect(outcome).toMatchObject({ outcome: 'halted', stopped: { reason: 'application' } })
})
