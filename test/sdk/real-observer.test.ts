import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loopObserver, type ObserverOptions, type Run } from '@loop-observer/sdk'
import { until } from '../support/deadline.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'

interface Shown {
  readonly summary: {
    readonly outcome: string
    readonly reason: string | null
    readonly agent: string
    readonly task: string
    readonly totals: { readonly steps: number; readonly toolCalls: number }
  }
}

let running: RunningObserver

beforeAll(async () => {
  running = await startObserver()
})

afterAll(async () => {
  await running.stop()
})

function observer(options: Partial<ObserverOptions> = {}) {
  return loopObserver({
    agent: 'tester',
    endpoint: running.controlUrl,
    waitMs: 10_000,
    onError: () => {},
    ...options,
  })
}

async function shown(runId: string): Promise<Shown['summary']> {
  const response = await fetch(`${running.controlUrl}/v1/runs/${runId}`)
  return ((await response.json()) as Shown).summary
}

async function search(run: Run, query: string, result: string): Promise<'continue' | 'nudge' | 'halt'> {
  const { action } = await run.checkpoint()
  if (action !== 'halt') await run.tool('search', { query }, () => result)
  return action
}

test('a run that repeats itself is nudged, then halted by the observer, which knows how it ended', async () => {
  const actions: string[] = []
  const outcome = await observer().run({ task: 'find it' }, async (run) => {
    while (actions.at(-1) !== 'halt') actions.push(await search(run, 'the same', 'the same three lines'))
    return run.stop(await run.checkpoint())
  })
  expect(actions.filter((action) => action === 'nudge')).toHaveLength(1)
  expect(outcome).toMatchObject({ outcome: 'halted', observed: true, stopped: { reason: 'repetition' } })
  expect(await shown(outcome.runId)).toMatchObject({
    outcome: 'halted',
    reason: 'repetition',
    agent: 'tester',
    task: 'find it',
    totals: { steps: outcome.totals.steps, toolCalls: outcome.totals.toolCalls },
  })
})

test('a run that gets on answers, and the observer knows', async () => {
  const outcome = await observer().run({}, async (run) => {
    for (let page = 1; page <= 6; page += 1) {
      expect(
        await search(
          run,
          `page ${page}`,
          `chapter ${page}: ${'abcdef'.slice(0, page)} is about ${page * 977}`,
        ),
      ).toBe('continue')
    }
    return run.answer('all read')
  })
  expect(outcome).toMatchObject({ outcome: 'answered', observed: true })
  await until(async () => (await shown(outcome.runId)).outcome === 'answered', {
    what: 'the outcome is known',
  })
})

test('a step that the exporter of the application sends as well counts once', async () => {
  const exporter = new OTLPTraceExporter({ url: `${running.otlpUrl}/v1/traces` })
  const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  try {
    const outcome = await observer().run({}, async (run) => {
      for (let page = 1; page <= 5; page += 1)
        await search(run, `page ${page}`, `page ${page} says ${page * 31}`)
      run.model({ model: 'm', tokensIn: 100, tokensOut: 10 })
      await provider.forceFlush()
      await run.checkpoint()
      return run.answer('read')
    })
    await provider.forceFlush()
    const { totals } = await shown(outcome.runId)
    expect(totals).toMatchObject({ toolCalls: 5, tokens: 110 })
  } finally {
    await provider.shutdown()
    trace.disable()
    context.disable()
  }
})

test('an observer that is killed and comes back has every step once, and the agent never noticed', async () => {
  const outcome = await observer({ waitMs: 2000 }).run({}, async (run) => {
    for (let page = 1; page <= 9; page += 1) {
      if (page === 4) await running.kill()
      if (page === 7) await running.restart()
      expect(await search(run, `page ${page}`, `chapter ${page} is about number ${page * 977}`)).toBe(
        'continue',
      )
    }
    // The circuit may be open for a moment yet.
    await until(async () => (await run.checkpoint()).action === 'continue' && (await callsOf(run.id)) === 9, {
      what: 'all steps arrived',
      intervalMs: 100,
    })
    return run.answer('read')
  })
  expect(outcome).toMatchObject({ outcome: 'answered', observed: true, totals: { toolCalls: 9 } })
  expect((await shown(outcome.runId)).totals.toolCalls).toBe(9)
})

test('while it is away, loops are halted all the same', async () => {
  const outcome = await observer({ waitMs: 2000 }).run({}, async (run) => {
    await search(run, 'the same', 'the same three lines')
    await running.kill()
    for (;;) {
      const advice = await run.checkpoint()
      if (advice.action === 'halt') return run.stop(advice)
      await run.tool('search', { query: 'the same' }, () => 'the same three lines')
    }
  })
  await running.restart()
  expect(outcome).toMatchObject({ outcome: 'halted', observed: true, stopped: { reason: 'repetition' } })
})

test('an operator halts a run that is in the middle of a call', async () => {
  const outcome = await observer({ heartbeatMs: 50 }).run({}, async (run) => {
    await run.checkpoint()
    const call = run.tool('build', {}, (signal) => untilAborted(signal))
    await act(run.id, 'halt')
    return call
  })
  expect(outcome).toMatchObject({ outcome: 'halted', stopped: { reason: 'operator' } })
})

test('a sub-agent that was stopped stays stopped while the run goes on, until an operator resumes it', async () => {
  let beats = 0
  const counted: ObserverOptions['fetch'] = async (url, init) => {
    const response = await fetch(url, init)
    if (url.includes('lane=*') || url.includes('lane=%2A')) beats += 1
    return response
  }
  const outcome = await observer({ heartbeatMs: 20, fetch: counted }).run({}, async (run) => {
    await run.tool('plan', {}, () => 'ask the researcher')
    const researcher = run.lane('researcher')
    let said = 'continue'
    while (said !== 'halt') said = await search(researcher, 'the same', 'the same three lines')
    for (let page = 1; page <= 3; page += 1) {
      const before = beats
      await until(() => beats >= before + 2, { what: 'two beats are answered' })
      expect(await search(run, `page ${page}`, `chapter ${page} is about ${page * 977}`)).toBe('continue')
      expect([researcher.signal.aborted, run.signal.aborted]).toEqual([true, false])
    }
    expect((await researcher.checkpoint()).action).toBe('halt')
    await act(run.id, 'resume')
    await until(() => !researcher.signal.aborted, { what: 'the lane is resumed' })
    expect((await researcher.checkpoint()).action).toBe('continue')
    return run.answer('done')
  })
  expect(outcome).toMatchObject({ outcome: 'answered', observed: true })
})

test('checks are judged by the observer as in the process, though it sees no words of theirs', async () => {
  const verdicts: string[] = []
  const actions: string[] = []
  const outcome = await observer().run({}, async (run) => {
    for (const failures of [['a', 'b', 'c'], ['a'], ['a'], ['a']]) {
      verdicts.push(run.check('unit tests', failures).verdict)
      const advice = await run.checkpoint()
      actions.push(advice.action)
      if (advice.action === 'halt') return run.stop(advice)
    }
    return run.answer('never stopped')
  })
  expect(verdicts).toEqual(['too_early', 'too_early', 'stuck', 'stuck'])
  expect(actions).toEqual(['continue', 'continue', 'nudge', 'halt'])
  expect(outcome).toMatchObject({ observed: true, verified: false, stopped: { reason: 'convergence' } })
  const response = await fetch(`${running.controlUrl}/v1/runs/${outcome.runId}/steps`)
  const { steps } = (await response.json()) as { steps: { kind: string; failures?: string[] }[] }
  const checks = steps.filter(({ kind }) => kind === 'check')
  expect(checks.map(({ failures }) => failures?.length)).toEqual([3, 1, 1, 1])
})

test('a stop of the SDK itself has its reason at the observer too', async () => {
  const stuck = await observer().run({}, async (run) => {
    const { advice } = await run.until(
      () => ['cannot find name x'],
      () => 'the same version',
    )
    return run.stop(advice)
  })
  expect(stuck).toMatchObject({ outcome: 'halted', stopped: { rule: 'convergence' } })
  expect(await shown(stuck.runId)).toMatchObject({ outcome: 'halted', reason: 'convergence' })

  const given = await observer().run({}, (run) => run.stop())
  expect(given).toMatchObject({ outcome: 'halted', stopped: { rule: null } })
  expect(await shown(given.runId)).toMatchObject({ outcome: 'halted', reason: null })
})

test('a bar that is registered first is what the observer holds checks against', async () => {
  const outcome = await observer().run({}, async (run) => {
    run.bar({ sources: 'at least two' })
    run.check('acceptance', [], { bar: { sources: 'at least one' } })
    return run.stop(await run.checkpoint())
  })
  expect(outcome).toMatchObject({ outcome: 'halted', verified: false, stopped: { reason: 'bar_lowered' } })
  expect(await shown(outcome.runId)).toMatchObject({ outcome: 'halted', reason: 'bar_lowered' })
})

async function act(runId: string, name: 'halt' | 'resume'): Promise<void> {
  await fetch(`${running.controlUrl}/v1/runs/${runId}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ note: 'enough' }),
  })
}

async function callsOf(runId: string): Promise<number> {
  return (await shown(runId)).totals.toolCalls
}

function untilAborted(signal: AbortSignal): Promise<string> {
  return new Promise((_resolve, reject) => {
    // The reason of our own signal is an Error.
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}
