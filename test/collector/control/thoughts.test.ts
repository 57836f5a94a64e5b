import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../../collector/store/open-store.ts'
import { startControl, type ControlServer } from './server.ts'
import { loop, toolRecord, work } from './steps.ts'

interface Shown {
  readonly kind: string
  readonly thoughts:
    | readonly { readonly reason: string; readonly text: string; readonly led: string }[]
    | null
}

describe('what each rule thought of each step', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(() => server.stop())

  const ask = async (run: string, query = 'thoughts=true') =>
    (await server.call(`/v1/runs/${run}/steps?${query}`)).body
  const textsOf = (steps: readonly Shown[]): readonly string[] =>
    steps.flatMap(({ kind, thoughts }) =>
      kind === 'tool' ? (thoughts ?? []).map(({ reason, text }) => `${reason}: ${text}`) : [],
    )

  test('is told when it is asked for, of live runs and of those that have ended', async () => {
    for (const record of loop(5)) await server.report('r', [record])
    const plain = await ask('r', '')
    expect(plain.thinking).toBeUndefined()
    expect(plain.steps[0]).not.toHaveProperty('thoughts')
    const { thinking, steps } = await ask('r')
    expect(thinking).toEqual({ from: 0, agrees: true, policyVersion: 'test:balanced', engineVersion: '1' })
    expect(textsOf(steps)).toContain(
      'repetition: 3 of 5 identical results (nudge at 3, stop at 5); so the agent was nudged',
    )
    await server.call('/v1/runs/r/outcome', { body: { outcome: 'answered' } })
    expect(textsOf((await ask('r')).steps)).toEqual(textsOf(steps))
  })

  test('says why nothing was done', async () => {
    const edited = { tool: 'edit_file', args: { path: 'a.ts' }, observation: 'File a.ts was updated.' }
    await server.report('r', [...loop(2), toolRecord(edited), ...loop(2)])
    const { steps } = await ask('r')
    expect(textsOf(steps)).toEqual(
      expect.arrayContaining([
        'repetition: 1 of 3 identical results (nudge at 3, stop at 5); a change in between began anew',
      ]),
    )
    expect((await server.call('/v1/runs/r')).body.decisions).toEqual([])
  })

  test('is told by the policy that the run began with', async () => {
    await server.report('watched', loop(6), { source: 'telemetry' })
    const { steps } = await ask('watched')
    expect(textsOf(steps).filter((text) => text.includes('only recorded'))).toHaveLength(2)
  })

  test('goes on past a halt and a resume, and says what came too late', async () => {
    for (const record of loop(6)) await server.report('r', [record])
    await server.call('/v1/runs/r/resume', { body: { note: 'on' } })
    for (const record of loop(5)) await server.report('r', [record])
    await server.report('r', [
      toolRecord({ observation: 'Invoice 42 is open.', atMs: Date.now() - 9_000_000 }),
    ])
    const { thinking, steps } = await ask('r')
    const { decisions } = (await server.call('/v1/runs/r')).body
    expect(decisions.map(({ action }: { action: string }) => action)).toEqual([
      'nudge',
      'halt',
      'nudge',
      'halt',
    ])
    expect(thinking.agrees).toBe(true)
    expect(textsOf(steps).filter((text) => text.endsWith('so it was halted'))).toHaveLength(2)
    expect(textsOf(steps).filter((text) => text.endsWith('the run was over')).length).toBeGreaterThan(0)
    const tools = steps.filter(({ kind }: Shown) => kind === 'tool')
    expect(tools.map(({ late }: { late: boolean }) => late)).toEqual([...Array(11).fill(false), true])
  })

  test('says from where on, when the log was trimmed, and reads on in stretches', async () => {
    await server.stop()
    const store = await openStore({ url: 'sqlite::memory:', retention: { logLimit: 20 } })
    server = await startControl({ store })
    for (let i = 0; i < 12; i++) await server.report('r', work(4))
    const { thinking, from, next } = await ask('r', 'thoughts=true&limit=5')
    expect(from).toBeGreaterThan(0)
    expect(thinking.from).toBe(from)
    const second = await ask('r', `thoughts=true&limit=5&from=${next}`)
    expect(second.thinking).toEqual(thinking)
    expect(second.from).toBe(next)
    await store.close()
  })

  test('tells nothing of a run that nobody knows, and refuses other words', async () => {
    expect((await server.call('/v1/runs/nobody/steps?thoughts=true')).status).toBe(404)
    await server.report('r', work(1))
    expect((await server.call('/v1/runs/r/steps?thoughts=perhaps')).status).toBe(400)
  })
})
