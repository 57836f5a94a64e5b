import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGuard, type RunningGuard } from '../collector/guard/guard-process.ts'
import { startModelServer, type ModelServer } from '../collector/guard/model/server.ts'
import { until } from '../support/deadline.ts'
import { readRun, readSteps, type ReadStep } from '../support/observer-reading.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'
import { writePolicy } from '../support/policy-file.ts'
import { install, installTimeoutMs } from './frameworks/install.ts'
import { frameworks } from './frameworks/list.ts'
import { missingFor } from './frameworks/missing.ts'
import { agentTimeoutMs, runAgent, type Told } from './frameworks/run-agent.ts'

const isWhole = process.env['LOOP_OBSERVER_TEST_LIVE'] === '1'
const asked = frameworks.filter(({ isFast }) => isWhole || isFast === true)
const missing = {
  javascript: await missingFor('javascript', asked),
  python: await missingFor('python', asked),
}
if (!isWhole) {
  const count = frameworks.length - asked.length
  process.stderr.write(`\nSKIPPED: ${count} more instrumentations, live: npm run test:live\n\n`)
}

let policy: Awaited<ReturnType<typeof writePolicy>>
let observer: RunningObserver
let model: ModelServer
let guard: RunningGuard
beforeAll(async () => {
  policy = await writePolicy('mode: { telemetry: enforce }\nstore_content: full\n')
  observer = await startObserver({ args: ['--policy', policy.path] })
  model = await startModelServer()
  guard = await startGuard(model.url, observer.controlUrl)
})
afterAll(async () => {
  await guard.stop()
  await model.stop()
  await observer.stop()
  await policy.remove()
})

for (const framework of asked) {
  const { name, title, language, vocabulary, unwrapsText, hasNoToolSpans = false } = framework
  const isGuarded = framework.actuator === 'guard'
  const lack = missing[language]
  if (lack !== null) process.stderr.write(`\nSKIPPED: ${title} (${name}), live: ${lack}.\n\n`)

  describe.skipIf(lack !== null)(`${title} (${name})${lack === null ? '' : ` (skipped: ${lack})`}`, () => {
    const rank = hasNoToolSpans ? 'prompt' : 'own_span'
    let home: string
    beforeAll(async () => {
      home = await install(framework)
    }, 2 * installTimeoutMs)
    const run = (script: string): Promise<Told> => {
      const modelUrl = isGuarded ? guard.url : model.url
      return runAgent(framework, home, { script, modelUrl, observer })
    }

    it(
      'ends the process of an agent that loops, well before its own limit',
      async () => {
        const told = await run('loops')
        if (isGuarded) expect(told.text).toContain('This run was stopped before it reached an answer')
        else expect(told.halted).toBe(true)
        expect(told.calls).toBeLessThan(9)
        const seen = await readRun(observer.controlUrl, `trace:${told.traceId}`)
        expect(seen?.summary?.outcome).toBe('halted')
        expect(seen?.decisions.map(({ action, reason }) => `${action} ${reason}`)).toEqual([
          'nudge repetition',
          'halt repetition',
        ])
        const calls = await readCalls(told, rank)
        if (!hasNoToolSpans) expect(calls).toHaveLength(told.calls)
        if (isGuarded) expect(await countedCalls(told)).toBe(told.calls)
        for (const call of calls) expect(call).toMatchObject({ tool: 'search' })
        const args = unwrapsText === true ? 'invoice 7' : { query: 'invoice 7' }
        expect(calls.map(argsOf)).toEqual(calls.map(() => args))
        const known = knownOf(calls)
        expect(known.length).toBeGreaterThanOrEqual(hasNoToolSpans ? 4 : told.calls)
        expect(new Set(known)).toEqual(new Set(['No invoice found under this number.']))
      },
      agentTimeoutMs,
    )

    it(
      'leaves an agent alone that works',
      async () => {
        const kind = hasNoToolSpans ? 'model' : 'tool'
        const before = await readingsOf(vocabulary, kind)
        const told = await run('works')
        expect(told).toMatchObject({ halted: false, calls: 6, text: 'All six pages are read.' })
        expect((await readRun(observer.controlUrl, `trace:${told.traceId}`))?.decisions).toEqual([])
        const calls = await readCalls(told, rank)
        if (!hasNoToolSpans) expect(calls).toHaveLength(6)
        if (isGuarded) expect(await countedCalls(told)).toBe(6)
        for (const call of calls) expect(call).toMatchObject({ tool: 'read' })
        expect(calls.map(argsOf)).toEqual(calls.map((_, index) => ({ page: index + 1 })))
        const known = knownOf(calls)
        expect(known.length).toBeGreaterThanOrEqual(hasNoToolSpans ? 4 : 6)
        for (const text of known) expect(text).toMatch(/^Page \d: \w.+\.$/)
        expect((await readingsOf(vocabulary, kind)) - before).toBe(hasNoToolSpans ? 7 : 6)
      },
      agentTimeoutMs,
    )
  })
}

/** A step of a tool, as the control channel shows it. */
interface ReadCall extends ReadStep {
  readonly tool: string
  readonly rank: string
  readonly ok: boolean | null
  readonly observation: { readonly state: string }
  readonly preview: { readonly args: string | null; readonly observation: string | null } | null
}

/** Calls as the instrumentation tells them. The guard tells them too, which the run counts once. */
async function readCalls({ traceId }: Told, rank: string): Promise<readonly ReadCall[]> {
  const steps = await readSteps(observer.controlUrl, `trace:${traceId}`)
  return steps.filter((step): step is ReadCall => step.kind === 'tool' && (step as ReadCall).rank === rank)
}

/** Tool calls of the run, once all is judged that was told. */
async function countedCalls({ traceId }: Told): Promise<number> {
  const run = await until(
    async () => {
      const seen = await readRun(observer.controlUrl, `trace:${traceId}`)
      return seen !== null && seen.judgedSteps === seen.steps ? seen : null
    },
    { what: 'all steps are judged' },
  )
  return run.summary?.totals.toolCalls ?? 0
}

function argsOf({ preview }: ReadCall): unknown {
  const text = preview?.args ?? 'null'
  return /^[{["]/.test(text) ? JSON.parse(text) : text
}

/** What is known to have come back, call by call. */
function knownOf(calls: readonly ReadCall[]): readonly (string | null)[] {
  return calls.flatMap(({ observation, preview }) =>
    observation.state === 'known' ? [preview?.observation ?? null] : [],
  )
}

/** Spans that were read in a vocabulary so far. */
async function readingsOf(vocabulary: string, kind: 'tool' | 'model'): Promise<number> {
  const text = await (await fetch(`${observer.controlUrl}/metrics`)).text()
  const line = new RegExp(`readings_total\\{dialect="${vocabulary}",kind="${kind}"\\} (\\d+)`)
  return Number(line.exec(text)?.[1] ?? 0)
}
