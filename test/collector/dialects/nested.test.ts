import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nested } from '../../../collector/dialects/nested.ts'
import type { AttributeValue } from '../../../collector/receiver/span-view.ts'

test.each<[string, readonly (readonly [string, AttributeValue])[], AttributeValue | undefined]>([
  ['nothing', [], undefined],
  [
    'messages in any order',
    [
      ['1.message.content', 'b'],
      ['0.message.role', 'user'],
      ['0.message.content', 'a'],
    ],
    [{ message: { role: 'user', content: 'a' } }, { message: { content: 'b' } }],
  ],
  [
    'a place that is missing',
    [
      ['0.role', 'user'],
      ['2.role', 'tool'],
    ],
    [{ role: 'user' }, null, { role: 'tool' }],
  ],
  [
    'names beside numbers',
    [
      ['0', 'a'],
      ['x', 'b'],
    ],
    { '0': 'a', x: 'b' },
  ],
  [
    'a key twice',
    [
      ['a', 1],
      ['a', 2],
    ],
    { a: 1 },
  ],
  [
    'a key below a value',
    [
      ['a', 1],
      ['a.b', 2],
    ],
    { a: 1 },
  ],
  ['a number that is no place', [['99999999.role', 'user']], { '99999999': { role: 'user' } }],
  [
    'a name that objects inherit',
    [['__proto__.x', 1]],
    JSON.parse('{"__proto__":{"x":1}}') as AttributeValue,
  ],
])('%s', (_, pairs, value) => {
  expect(nested(pairs)).toEqual(value)
})

test('one leaf of each name', () => {
  const pairs = [
    ['q.value', 'x'],
    ['q.type', 'str'],
    ['page.value', 2],
  ] as const
  expect(nested(pairs, 'value')).toEqual({ q: 'x', page: 2 })
  expect(nested([['q.type', 'str']], 'value')).toBeUndefined()
})

test('what was flattened comes back', () => {
  const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean())
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
      fc.dictionary(fc.stringMatching(/^[a-z_]{1,6}$/), tie('value'), { minKeys: 1, maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z_]{1,6}$/), value, { minKeys: 1 }),
      fc.nat(),
      (tree, seed) => {
        const pairs = flattened(tree, '')
        const turned = [...pairs.slice(seed % pairs.length), ...pairs.slice(0, seed % pairs.length)]
        expect(nested(turned)).toEqual(tree)
      },
    ),
  )
})

function flattened(value: unknown, path: string): (readonly [string, AttributeValue])[] {
  if (typeof value !== 'object' || value === null) return [[path, value as AttributeValue]]
  return Object.entries(value).flatMap(([key, inner]) =>
    flattened(inner, path === '' ? key : `${path}.${key}`),
  )
}
