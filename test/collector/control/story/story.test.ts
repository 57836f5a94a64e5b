import type { Decision, StepRecord, ToolStep } from '@loop-observer/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storyStep } from '../../../../collector/control/story/story-step.ts'
import { storyOf } from '../../../../collector/control/story/story.ts'
import { openStore } from '../../../../collector/store/open-store.ts'
import { startControl, type ControlServer } from '../server.ts'
import { loop, toolRecord, work } from '../steps.ts'

describe('the story of a run', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(() => server.stop())

  const story = async (run = 'r') => (await server.call(`/v1/runs/${run}?story=true`)).body
  const became = async (seq = 1) => (await story()).decisions[seq - 1].became

  test('comes only with `story=true`', async () => {
    await server.report('r', loop(8))
    const { body } = await server.call('/v1/runs/r')
    expect(body).not.toHaveProperty('found')
    expect(body.decisions[0]).not.toHaveProperty('became')
    expect(await story()).toHaveProperty('found')
  })

  test('says what was found: different results, the newest three, failures and empty answers left out', async () => {
    const failed = toolRecord({ observation: 'quota exceeded' })
    await server.report('r', [
      ...work(2),
      ...loop(2, { tool: 'read', observation: 'Invoice 42\n  is open.' }),
      toolRecord({ observation: '' }),
      toolRecord({}),
      { ...failed, step: { ...failed.step, ok: false } as ToolStep },
      toolRecord({ observation: 'x'.repeat(400) }),
    ])
    const { found } = await story()
    expect(found.results).toBe(4)
    expect(found.newest.map(({ tool }: { tool: string }) => tool)).toEqual(['search', 'read', 'search'])
    expect(found.newest[1].text).toBe('Invoice 42 is open.')
    expect(found.newest[2].text).toBe(`${'x'.repeat(159)}…`)
  })

  test('says that nothing was found, and before the first call not even that', async () => {
    await server.report('r', [toolRecord({ observation: '' })])
    expect((await story()).found).toEqual({ results: 0, newest: [] })
    await server.call('/v1/runs/s/outcome', { body: { outcome: 'answered' } })
    expect((await story('s')).found).toBeNull()
  })

  test('grows with the run, also over more records than are read at a time', async () => {
    await server.report('r', work(3))
    expect((await story()).found.results).toBe(3)
    await server.report('r', work(1400))
    expect((await story()).found.results).toBe(1403)
    await server.report('r', loop(1))
    expect((await Promise.all([story(), story()])).map(({ found }) => found.results)).toEqual([1404, 1404])
  })

  test('says of a nudge how far it got, and that it did not help when the run was halted for the same', async () => {
    await server.report('r', loop(3))
    expect(await became()).toEqual({
      told: null,
      helped: null,
      text: 'the loop has not come back after no more steps',
    })
    await server.call('/v1/runs/r/ack', { body: { seq: 1, stage: 'delivered' } })
    await server.call('/v1/runs/r/ack', { body: { seq: 1, stage: 'seen' } })
    await server.report('r', loop(5))
    const text = 'did not help: halted for repetition after 2 more steps'
    expect(await became()).toEqual({ told: 'seen', helped: false, text })
    expect(await became(2)).toEqual({ told: null, helped: null, text: '' })
  })

  test('says that it helped when the run answered, unless the answer is marked as wrong', async () => {
    await server.report('r', [...loop(3), ...work(2)])
    await server.call('/v1/runs/r/outcome', { body: { outcome: 'answered' } })
    expect(await became()).toMatchObject({ helped: true, text: 'helped: answered after 2 more steps' })
    await server.call('/v1/runs/r/outcome', { body: { outcome: 'answered', correct: false, id: 'mark' } })
    expect(await became()).toMatchObject({
      helped: null,
      text: 'the loop did not come back; answered wrongly after 2 more steps',
    })
  })

  test('says that nobody knows when a person stopped the run, or it ended otherwise', async () => {
    await server.report('r', [...loop(3), ...work(1)])
    await server.call('/v1/runs/r/outcome', { body: { outcome: 'failed' } })
    expect(await became()).toMatchObject({
      helped: null,
      text: 'the loop did not come back; failed after 1 more step',
    })
    await server.report('s', [...loop(3), ...work(1)])
    await server.call('/v1/runs/s/halt', { body: {} })
    expect((await story('s')).decisions[0].became).toMatchObject({
      helped: null,
      text: 'a person stopped the run after 1 more step',
    })
  })

  test('says nothing of what was only recorded', async () => {
    await server.report('r', loop(8), { source: 'telemetry' })
    const { decisions } = await story()
    expect(decisions.length).toBeGreaterThan(1)
    for (const decision of decisions) expect(decision.became).toEqual({ told: null, helped: null, text: '' })
  })

  test('counts what the log still holds', async () => {
    const store = await openStore({ url: 'sqlite::memory:', retention: { logLimit: 4 } })
    await server.stop()
    server = await startControl({ store })
    for (let i = 0; i < 10; i++) await server.report('r', work(1))
    expect((await story()).found.results).toBeLessThan(10)
    await store.close()
  })
})

describe('of calls that are told of twice', () => {
  const ending = { outcome: 'open', correct: null } as const
  const found = (records: readonly StepRecord[], decisions: readonly Decision[] = []) =>
    storyOf(records.map(storyStep), decisions, ending).found
  const changed = (record: StepRecord, parts: Partial<ToolStep>): StepRecord => ({
    ...record,
    step: { ...record.step, ...parts } as ToolStep,
  })

  test('what came back later belongs to the call, and its failure, too', () => {
    const asked = changed(toolRecord({ tool: 'read' }), { callId: 'c1' })
    const { id, lane, startedAtMs, endedAtMs, receivedAtMs } = toolRecord({}).step
    const base = {
      id,
      lane,
      startedAtMs,
      endedAtMs,
      receivedAtMs,
      sequence: null,
      traceId: null,
      spanId: null,
    }
    const { observation } = toolRecord({ observation: 'It is open.' }).step as ToolStep
    const told: StepRecord = {
      step: { ...base, kind: 'amendment', callId: 'c1', observation, error: null },
      preview: { args: null, observation: 'It is open.', text: null },
    }
    expect(found([asked, told])).toEqual({
      results: 1,
      newest: [{ step: asked.step.id, tool: 'read', text: 'It is open.' }],
    })
    // Only that there is an error counts here.
    const error = { signature: '0'.repeat(32), class: 'not_found' } as unknown as ToolStep['error']
    const failed = { ...told, step: { ...told.step, error } as StepRecord['step'] }
    expect(found([asked, failed])).toEqual({ results: 0, newest: [] })
  })

  test('what a prompt repeats of calls with records of their own is left out, and else counts', () => {
    const repeated = changed(toolRecord({ observation: 'From the prompt.' }), { rank: 'prompt' })
    expect(found([toolRecord({ observation: 'Its own.' }), repeated])?.results).toBe(1)
    expect(found([repeated])?.results).toBe(1)
  })

  test('the first of equal results is the one that began first, whenever it arrived', () => {
    const [first, second] = [toolRecord({ observation: 'same' }), toolRecord({ observation: 'same' })]
    expect(found([second, first])?.newest[0]?.step).toBe(first.step.id)
  })
})
