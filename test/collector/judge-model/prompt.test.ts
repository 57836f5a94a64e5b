import fc from 'fast-check'
import type { StepRecord } from '@loop-observer/rules'
import { describe, expect, it } from 'vitest'
import { materialOf } from '../../../collector/judge-model/material.ts'
import { promptOf } from '../../../collector/judge-model/prompt.ts'
import { call } from '../judging/runs.ts'

function seen(
  id: string,
  observation: string,
  more: { readonly lane?: string; readonly args?: string } = {},
): StepRecord {
  const args = more.args ?? `{"q":"${id}"}`
  const record = call({ id, args: {}, observation, atMs: 1000, receivedAtMs: 1000, ...more })
  return { ...record, preview: { args, observation, text: null } }
}

function shown(records: readonly StepRecord[], roomChars = 4000): string {
  const material = materialOf(records, 'main', roomChars)
  return material === null ? '' : (promptOf('Which heron?', material, 'MARK')[1]?.content ?? '')
}

describe('what a judge model is shown', () => {
  it('is the question and the steps of its lane, as data between marks', () => {
    const [system, user] = promptOf(
      'Which heron?',
      materialOf([seen('a', 'A grey heron.'), seen('b', 'elsewhere', { lane: 'helper' })], 'main', 4000) ?? {
        entries: [],
        leftOut: 0,
      },
      'MARK',
    )
    expect(system?.content).toContain('between <data-MARK> and </data-MARK>')
    const inner = /^<data-MARK>\n([\s\S]*)\n<\/data-MARK>$/.exec(user?.content ?? '')?.[1] ?? ''
    expect(JSON.parse(inner)).toEqual({
      question: 'Which heron?',
      older_steps_left_out: 0,
      steps: [{ tool: 'search', arguments: '{"q":"a"}', result: 'A grey heron.' }],
    })
  })

  it('has other marks every time', () => {
    const material = materialOf([seen('a', 'x')], 'main', 4000) ?? { entries: [], leftOut: 0 }
    expect(promptOf('q', material)[1]?.content).not.toBe(promptOf('q', material)[1]?.content)
  })

  it('is nothing where no content is kept', () => {
    expect(
      materialOf(
        [call({ id: 'a', args: {}, observation: 'kept as features', atMs: 1, receivedAtMs: 1 })],
        'main',
        4000,
      ),
    ).toBeNull()
    expect(materialOf([seen('a', 'x', { lane: 'helper' })], 'main', 4000)).toBeNull()
  })

  it('keeps the newest where there is no room for all, and says that older ones are missing', () => {
    const many = Array.from({ length: 40 }, (_, i) => seen(`s${i}`, `page ${i} ${'text '.repeat(40)}`))
    const text = shown(many, 2000)
    expect(text).toContain('page 39')
    expect(text).not.toContain('page 3 ')
    expect(text).toMatch(/"older_steps_left_out": [1-9]/)
  })

  it('shows head and tail of a result that is too long', () => {
    const text = shown([seen('a', `BEGIN${'x'.repeat(50_000)}END`)], 3000)
    expect(text).toContain('BEGIN')
    expect(text).toContain('END')
    expect(text.length).toBeLessThan(1500)
  })

  it('stays within its bound and stays data, whatever the content', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 3000 })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 12 }), (contents) => {
        const records = contents.map(([args, gave], i) => seen(`s${i}`, gave || 'x', { args }))
        const user = shown(records, 2500)
        const inner = user.slice('<data-MARK>\n'.length, -'\n</data-MARK>'.length)
        const data = JSON.parse(inner) as { steps: { arguments?: string; result?: string }[] }
        const chars = data.steps.reduce(
          (sum, each) => sum + (each.arguments ?? '').length + (each.result ?? '').length,
          0,
        )
        expect(chars).toBeLessThanOrEqual(2500)
      }),
      { numRuns: 100 },
    )
  })
})
