import type { StepRecord } from '@loop-observer/rules'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../../collector/store/open-store.ts'
import { loop, toolRecord, work } from '../control/steps.ts'
import { usePage } from './use-page.ts'

describe('a run on the page', () => {
  const at = usePage()
  const decision = (action: string) => at.page.locator(`.decision.${action}`)

  test('is its steps with the decisions between them, and goes on as it does', async () => {
    await at.server.report('r', loop(3))
    await at.open()
    await at.page.getByRole('link', { name: 'r', exact: true }).click()
    await decision('nudge').waitFor()
    await expect.poll(() => at.page.locator('.step.tool').count()).toBe(3)
    const { decisions } = (await at.server.call('/v1/runs/r')).body
    const nudge = await decision('nudge').textContent()
    expect(nudge).toContain(decisions[0].explanation.replace(/^[^)]*\)\. /, ''))
    expect(nudge).toContain(decisions[0].message)

    await at.server.report('r', loop(5))
    await decision('halt').waitFor()
    const order = () =>
      at.page
        .locator('.timeline li')
        .evaluateAll((items) => items.map(({ className }) => className.split(' ').slice(0, 2).join(' ')))
    await expect.poll(async () => (await order()).at(-1)).toBe('step tool')
    const shown = await order()
    expect(shown.indexOf('decision nudge')).toBeLessThan(shown.indexOf('decision halt'))
    await expect.poll(() => at.page.locator('.title .chip').textContent()).toBe('halted repetition')
  })

  test('says why it was halted, on what evidence, what the model was told, whether that helped, and what to do', async () => {
    await at.server.report('r', [...work(2), ...loop(6)])
    await at.server.call('/v1/runs/r/ack', { body: { seq: 1, stage: 'delivered' } })
    await at.open('#/runs/r')
    const why = at.page.getByRole('region', { name: 'Why' })
    await expect.poll(() => why.getByRole('heading').textContent()).toBe('Halted: repetition')
    await expect
      .poll(() => why.getByRole('button').allTextContents())
      .toEqual(['step 3', 'step 4', 'step 5', 'step 6', 'step 7'])
    await expect.poll(() => why.textContent()).toContain('What to do: ')
    await expect.poll(() => why.textContent()).toMatch(/\d equal calls of the \d in its lane/)
    const messages = at.page.getByRole('region', { name: 'Messages to the model' }).getByRole('listitem')
    await expect
      .poll(() => messages.first().textContent())
      .toBe(
        'Nudged: repetition Delivered to the agent.Did not help: halted for repetition after 2 more steps.',
      )
    await messages.first().getByRole('button').click()
    await expect.poll(() => at.page.locator('.decision:focus').getAttribute('class')).toBe('decision nudge')
  })

  test('says what the run had found, each result once, the newest of them, with links to their steps', async () => {
    await at.server.report('r', [...work(5), ...loop(3), toolRecord({ observation: '' })])
    await at.open('#/runs/r')
    const found = at.page.getByRole('region', { name: 'What it had found' })
    await expect.poll(() => found.locator('li').count()).toBe(3)
    await expect.poll(() => found.textContent()).toContain('The newest of 6 different results.')
    await found.getByRole('button', { name: 'step 6' }).click()
    await expect.poll(() => at.page.locator('.step:focus .ordinal').textContent()).toBe('6')
  })

  test('says that a nudge helped when the run went on to answer', async () => {
    await at.server.report('r', [...loop(3), ...work(2)])
    await at.server.call('/v1/runs/r/outcome', { body: { outcome: 'answered' } })
    await at.open('#/runs/r')
    const messages = at.page.getByRole('region', { name: 'Messages to the model' })
    await expect.poll(() => messages.textContent()).toContain('Helped: answered after 2 more steps.')
  })

  test('says what would have happened where the mode only records', async () => {
    await at.server.report('r', loop(6), { source: 'telemetry' })
    await at.open('#/runs/r')
    const why = at.page.getByRole('region', { name: 'Why' })
    await expect.poll(() => why.getByRole('heading').textContent()).toBe('Would have halted: repetition')
    await expect
      .poll(() => at.page.locator('.verdict b').allTextContents())
      .toEqual(['Would have nudged: repetition', 'Would have halted: repetition'])
    await expect.poll(() => at.page.locator('main').textContent()).not.toContain('Halted')
  })

  test('says what each rule thought of each step, when asked why not', async () => {
    await at.server.report('r', loop(2))
    await at.open('#/runs/r')
    await expect.poll(() => at.page.locator('.thoughts').count()).toBe(0)
    await at.page.getByRole('button', { name: 'Why not?' }).click()
    await at.page.locator('.thoughts').first().waitFor()
    await expect
      .poll(() => at.page.locator('.step.tool').nth(1).locator('.thoughts').textContent())
      .toContain('repetition 2 of 3 identical results (nudge at 3, stop at 5)')
    await at.page.getByRole('button', { name: 'Why not?' }).click()
    await at.page.locator('.thoughts').first().waitFor({ state: 'detached' })
  })

  test('gives equal observations equal colours and letters, and names where they came from', async () => {
    await at.server.report('r', [
      ...loop(2),
      ...work(1),
      toolRecord({ observation: '' }),
      toolRecord({}),
      ...loop(1),
    ])
    await at.open('#/runs/r')
    await expect
      .poll(() => at.page.locator('.step.tool .same').allTextContents())
      .toEqual(['A', 'A', '', '', '', 'A'])
    const classes = await at.page
      .locator('.swatch')
      .evaluateAll((all) => all.map(({ className }) => className))
    expect(new Set(classes).size).toBe(1)
    const states = await at.page.locator('.step.tool .state').allTextContents()
    expect(states.slice(2)).toEqual(['ok', 'empty', 'unknown', 'ok'])
    await at.page.locator('.step.tool summary').first().click()
    await at.page.locator('dl').getByRole('button', { name: 'step 6' }).click()
    await expect.poll(() => at.page.locator('.step:focus .ordinal').textContent()).toBe('6')
  })

  test('draws its loops as arcs from each observation to the next equal one, those of the evidence stronger', async () => {
    const pair = (i: number) => toolRecord({ tool: `t${i % 2}`, args: {}, observation: `about ${i % 2}` })
    await at.server.report('r', [...work(2), ...[0, 1, 2, 3, 4, 5].map(pair)])
    await at.open('#/runs/r')
    const map = at.page.getByRole('slider', { name: 'Overview of the run' })
    await expect.poll(() => map.locator('.bar').count()).toBe(8)
    await expect.poll(() => map.locator('.arc').count()).toBe(4)
    await expect.poll(() => map.locator('.arc.proven').count()).toBeGreaterThan(0)
    await expect.poll(() => map.locator('.mark.nudge').count()).toBe(1)
    await map.focus()
    await at.page.keyboard.press('End')
    await expect.poll(() => map.getAttribute('aria-valuetext')).toBe('step 8 of 8: t1')
    await at.page.keyboard.press('Enter')
    await expect.poll(() => at.page.locator('.step:focus .ordinal').textContent()).toBe('8')
  })

  test('draws the errors of each pass of a check, and marks passes at which they did not shrink', async () => {
    await at.server.report('r', [7, 4, 4].map(checkRecord))
    await at.open('#/runs/r')
    const curve = at.page.getByRole('region', { name: 'Errors per pass' })
    await expect.poll(() => curve.getByRole('img').getAttribute('aria-label')).toBe('unit: 7, 4, 4 failing')
    await expect.poll(() => curve.locator('.dot').count()).toBe(3)
    await expect.poll(() => curve.locator('.dot.stuck').count()).toBe(1)
    await expect.poll(() => curve.textContent()).toContain('3 passes, 4 failing, the same as before')
  })

  test('shows how much of each budget is used', async () => {
    await at.restart({ policy: { limits: { steps: 10, costUsd: 2 } } })
    await at.server.report('r', work(9))
    await at.open('#/runs/r')
    const turns = at.page.getByRole('meter', { name: 'Model turns' })
    await expect.poll(() => turns.getAttribute('aria-valuetext')).toBe('9 of 10')
    await expect.poll(() => at.page.locator('.budget.near').count()).toBe(1)
    await expect.poll(() => at.page.getByRole('meter').count()).toBe(2)
    await expect.poll(() => at.page.getByText('No limit on tool calls, tokens').count()).toBe(1)
  })

  test('says that the agent stopped itself, and why', async () => {
    await at.server.report('own', work(2))
    await at.server.call('/v1/runs/own/outcome', { body: { outcome: 'halted', reason: 'convergence' } })
    await at.open('#/runs/own')
    const why = at.page.getByRole('region', { name: 'Why' })
    await expect.poll(() => why.getByRole('heading').textContent()).toBe('halted: convergence')
    await expect.poll(() => why.textContent()).toContain('It stopped itself')
  })

  test('is only how it ended once its state has expired', async () => {
    const store = await openStore({ url: 'sqlite::memory:', retention: { runMs: 1 } })
    await at.restart({ store })
    await at.server.report('r', loop(6))
    for (let i = 0; i < 20; i++) await store.sweep(Date.now() + 60_000)
    await at.open('#/runs/r')
    await expect
      .poll(() => at.page.getByRole('region', { name: 'Why' }).textContent())
      .toContain('no longer kept')
    await at.page.getByText('Its steps are no longer kept, only how it ended.').waitFor()
    await at.restart()
    await store.close()
  })

  test('is worked by keyboard alone', async () => {
    await at.server.report('r', loop(3))
    await at.open('#/runs/r')
    await at.page.locator('main').focus()
    for (const key of ['j', 'j', 'Enter']) await at.page.keyboard.press(key)
    await at.page.locator('.step.tool details[open] dl').waitFor()
    await expect.poll(() => at.page.locator('.step.tool:has(details[open]) .ordinal').textContent()).toBe('2')
    await at.page.keyboard.press('n')
    await expect.poll(() => at.page.locator('.decision:focus').count()).toBe(1)
    await at.page.keyboard.press('k')
    await expect.poll(() => at.page.locator('.step:has(:focus) .ordinal').textContent()).toBe('3')
    await at.page.getByRole('button', { name: 'step 1' }).first().focus()
    await at.page.keyboard.press('Enter')
    await expect.poll(() => at.page.locator('.step:focus .ordinal').textContent()).toBe('1')
  })

  test('leaves open what was opened when it goes on', async () => {
    await at.server.report('r', loop(3))
    await at.open('#/runs/r')
    await at.page.locator('.step.tool summary').first().click()
    await at.server.report('r', loop(5))
    await decision('halt').waitFor()
    await expect.poll(() => at.page.locator('details[open]').count()).toBe(1)
  })
})

function checkRecord(failing: number): StepRecord {
  const { id, lane, startedAtMs, endedAtMs, receivedAtMs } = toolRecord({}).step
  const base = { id, lane, startedAtMs, endedAtMs, receivedAtMs, sequence: null, traceId: null, spanId: null }
  const failures = Array.from({ length: failing }, (_, i) => i.toString(16).padStart(32, '0'))
  return { step: { ...base, kind: 'check', check: 'unit', failures, bar: null }, preview: null }
}
