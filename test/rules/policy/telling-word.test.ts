import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesAny } from '../../../rules/policy/glob.ts'
import { tellingWord } from '../../../rules/policy/telling-word.ts'
import { defaultTraits } from '../../../rules/policy/traits.ts'
import { toolNames, type Doing } from './tool-names.ts'

/** Every list that names the tool, so that one that stands in two is not hidden by an order of asking. */
function doings(tool: string): readonly Doing[] {
  const { effects, mutating, readOnly, waiting, handoff } = defaultTraits
  const lists: readonly (readonly [Doing, readonly string[]])[] = [
    ['effect', effects],
    ['changes', mutating],
    ['reads', readOnly],
    ['waits', waiting],
    ['hands off', handoff],
  ]
  const found = lists.filter(([, list]) => matchesAny(list, tool)).map(([doing]) => doing)
  return found.length === 0 ? ['nothing known'] : found
}

describe.each(Object.entries(toolNames))('of %s', (_, byDoing) => {
  const rows = Object.entries(byDoing).flatMap(([doing, names]) =>
    names.map((name) => [name, doing] as const),
  )
  it.each(rows)('%s: %s', (name, doing) => expect(doings(name)).toEqual([doing]))
})

describe('a word in a list of the policy', () => {
  it.each([
    ['verb:create', 'create_issue', true],
    ['verb:create', 'issueCreate', true],
    ['VERB:Create', 'CREATE-ISSUE', true],
    ['verb:create', 'get_create_date', false],
    ['verb:create', 'recreate', false],
    ['verb:create', 'created_items', false],
    ['create', 'create_issue', false],
    ['verb:send', 'send_keys', false],
    ['verb:send_keys', 'browser_send_keys', true],
    ['noun:history', 'purchase_history', true],
    ['noun:history', 'purchase_histories_for_user', true],
    ['noun:histories', 'purchase_history', true],
    ['noun:history', 'clear_history', false],
    ['noun:history', 'history_lesson', false],
  ])('%s on %s is %s', (entry, tool, is) => expect(matchesAny([entry], tool)).toBe(is))

  it.each([
    ['verb:frobnicate', 'frobnicate_widget', true],
    ['verb:frobnicate', 'widgetFrobnicate', true],
    ['verb:frobnicate', 'frobnicate_order_status', true],
    ['verb:frobnicate', 'get_frobnicate_state', false],
    ['verb:frobnicate', 'frobnicated', false],
    ['verb:fire_up', 'fire_up_engine', true],
    ['verb:fire_up', 'fire_drill', false],
  ])('that is not known by itself, %s on %s, is %s', (entry, tool, is) => {
    expect(matchesAny([entry], tool)).toBe(is)
  })

  it('stands beside globs and exact names', () => {
    const list = ['verb:send', 'wire_*', 'ship']
    expect(
      ['resend', 'mail_send', 'wire_money', 'ship', 'ship_it'].map((name) => matchesAny(list, name)),
    ).toEqual([false, true, true, true, false])
  })
})

it('any name is read, and no list but one knows a name of the defaults', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      expect(tellingWord(name).word).toBe(tellingWord(name).word.toLowerCase())
      if (name !== 'key' && name !== 'pause') expect(doings(name)).toHaveLength(1)
    }),
  )
})

it('a name of any length is read in no time', () => {
  const started = process.cpuUsage()
  for (const text of ['A', 'a', '_', 'Aa', '/', '__a', '.', 'get_']) tellingWord(text.repeat(200_000))
  const { user } = process.cpuUsage(started)
  expect(user / 1000).toBeLessThan(500)
})
