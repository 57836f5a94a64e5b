import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runCommand } from '../../../collector/cli/run-command.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import { startControl, type ControlServer } from '../control/server.ts'
import { loop, toolRecord, work } from '../control/steps.ts'

const escape = String.fromCharCode(27)
/** A bold letter A in one of the colours. */
const letterA = new RegExp(`${escape}\\[1m${escape}\\[3\\dmA {3}`, 'g')

describe('what explain tells of a run', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl({ policy: { limits: { toolCalls: 20 } } })
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await server.stop()
  })

  const explain = async (run: string, ...flags: readonly string[]) => type(['explain', run, ...flags], false)
  const type = async (argv: readonly string[], human: boolean): Promise<{ code: number; text: string }> => {
    const said: string[] = []
    const print = (text: string): number => said.push(text)
    const env = { LOOP_OBSERVER_URL: server.url }
    return { code: await runCommand(argv, { env, out: print, err: print, human }), text: said.join('\n') }
  }

  it('is what it had found, how much of its budgets it used, what followed its nudge, and what to do', async () => {
    await server.report('r', [...work(4), ...loop(5), toolRecord({ observation: '' })])
    const { text } = await explain('r')
    expect(text).toContain('budget: 10 of 20 tool calls (50 %)')
    expect(text).toContain(
      '10 rounds of calls (no model call was reported), 10 tool calls, tokens and cost not reported\n',
    )
    expect(text).toMatch(
      /^began 20\d\d-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d · last step ended 20.* · its steps took \d+ s$/m,
    )
    expect(text).toContain('calls: search({"q":"invoice 42"}) 5 times, about 1 s apart\n')
    expect(
      Math.max(
        ...text
          .slice(text.indexOf('Timeline'))
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(121)
    expect(text).toMatch(
      /found: 5 different results, the newest of them\n {3}#3 search: About .*\n.*\n {3}#5 search: Invoice/,
    )
    expect(text).toContain('what followed: did not help: halted for repetition after 2 more steps')
    expect(text).toContain('delivered: not as far as is known, the agent has not confirmed it')
    expect(text).toContain('What to do: look at the evidence;')
    expect(text).toContain('To let it go on: loop-observer resume r\n')
  })

  it('is that the nudge helped when the run went on to answer', async () => {
    await server.report('r', [...loop(3), ...work(2)])
    expect((await explain('r')).text).toContain(
      'what followed: the loop has not come back after 2 more steps',
    )
    await server.call('/v1/runs/r/outcome', { body: { outcome: 'answered' } })
    expect((await explain('r')).text).toContain('what followed: helped: answered after 2 more steps')
  })

  it('is what would have happened where the mode only records', async () => {
    await server.report('r', loop(6), { source: 'telemetry' })
    const { text } = await explain('r')
    expect(text).toContain('Would have halted (repetition, lane main).')
    expect(text).toContain('◀ halt: repetition (only recorded)')
    expect(text).toContain('What to do: if this stop is right, let the policy act')
    expect(text).not.toMatch(/\bHalted|\bNudged/)
  })

  it('has colours where a person reads, equal letters alike, and none where the output is piped', async () => {
    await server.report('r', [...work(1), ...loop(5)])
    vi.stubEnv('FORCE_COLOR', '1')
    const { text } = await type(['explain', 'r'], true)
    const letters = text.match(letterA) ?? []
    expect(letters.length).toBe(5)
    expect(new Set(letters).size).toBe(1)
    expect((await explain('r')).text).not.toContain(escape)
  })

  it('leaves out what is far from any decision of a long run where a person reads, and nothing else', async () => {
    await server.report('r', [...work(150, {}), ...loop(6)], { source: 'telemetry' })
    const short = (await type(['explain', 'r'], true)).text
    expect(short).toMatch(/\d+ steps left out \(--all\)/)
    expect(short.split('\n').length).toBeLessThan(120)
    expect(short).toContain('◀ halt: budget_tool_calls (only recorded)')
    const whole = (await type(['explain', 'r', '--all'], true)).text
    expect(whole).not.toContain('left out (--all)')
    expect((await explain('r')).text.split('\n').length).toBeGreaterThan(156)
  })

  it('lists the runs of a trace that holds several, and explains the one of a trace that holds one', async () => {
    const [shared, own] = ['ab'.repeat(16), 'cd'.repeat(16)]
    for (const run of ['first', 'second']) await server.report(run, loop(3, { traceId: shared }))
    await server.report('alone', work(1, { traceId: own }), { traceId: own })
    await server.store.bind('default', `trace:${own}`, 'default/alone')
    const { text } = await explain(shared)
    expect(text).toContain('holds 2 runs. Explain one of them by its name:')
    expect(text).toMatch(/^second +billing +open/m)
    expect(JSON.parse((await explain(shared, '--json')).text).runs.length).toBe(2)
    expect((await explain(own)).text).toMatch(/^alone: open/)
  })

  it('is why nothing is known, for a trace of which nothing came', async () => {
    const { code, text } = await explain('ef'.repeat(16))
    expect(code).toBe(1)
    expect(text).toContain('its trace was not sampled')
    expect(text).toContain('its record has expired')
  })

  it('is only how it ended once its state has expired', async () => {
    const store = await openStore({ url: 'sqlite::memory:', retention: { runMs: 1 } })
    await server.stop()
    server = await startControl({ store })
    await server.report('r', loop(6))
    const laterMs = Date.now() + 60_000
    for (let i = 0; i < 20; i++) await store.sweep(laterMs)
    const { text } = await explain('r')
    expect(text).toContain('r: halted (repetition)')
    expect(text).toContain('What was decided about it is no longer kept')
    expect(text).toContain('Its steps are no longer kept')
    await store.close()
  })
})
