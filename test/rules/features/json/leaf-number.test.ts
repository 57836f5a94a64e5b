import { expect, test } from 'vitest'
import { numberIn } from '../../../../rules/features/json/leaf-number.ts'

const of = (text: string): number | null => {
  const bytes = new TextEncoder().encode(`x${text}9`)
  return numberIn(bytes, 1, bytes.length - 1)
}

test.each<[string, number | null]>([
  ['0', 0],
  ['17', 17],
  ['-17', -17],
  ['1.25', 1.25],
  ['-0.5', -0.5],
  ['"page 3 of 10"', 3],
  ['"-3 degrees"', -3],
  ['"a-3"', 3],
  ['"v1.5.2"', 1.5],
  ['"3."', 3],
  ['"none"', null],
  ['true', null],
  ['', null],
])('the number in %s is %j', (text, number) => {
  expect(of(text)).toBe(number)
})

test('a value of more than 48 characters is a text, and holds none', () => {
  expect(of(`"${'x'.repeat(45)}1"`)).toBe(1)
  expect(of(`"${'x'.repeat(46)}1"`)).toBeNull()
})
