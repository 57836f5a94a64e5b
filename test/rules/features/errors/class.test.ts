import { expect, test } from 'vitest'
import { errorClass } from '../../../../rules/features/errors/class.ts'
import { tellingLines } from '../../../../rules/features/errors/telling.ts'

const classOf = (text: string): string => errorClass(text, tellingLines(text))
const dull = 'it went wrong in the middle of the work\n'.repeat(6)

test('where the telling lines name no class, what follows them may', () => {
  expect(classOf(`${dull}401 Unauthorized\n`)).toBe('auth')
  expect(classOf(`404 Not Found\n${dull}401 Unauthorized\n`)).toBe('not_found')
  expect(classOf(dull)).toBe('other')
})

test('of a text its first 4096 characters are looked at, of the telling lines 2048', () => {
  const at = (chars: number): string => `${dull}${' '.repeat(chars - dull.length)}ECONNREFUSED`
  expect(classOf(at(4000))).toBe('connection')
  expect(classOf(at(4100))).toBe('other')
  expect(errorClass('', [`${'a '.repeat(1000)}401 Unauthorized`])).toBe('auth')
  expect(errorClass('', [`${'a '.repeat(1030)}401 Unauthorized`])).toBe('other')
})

test('words on two lines are not read as one', () => {
  expect(errorClass('', ['there is no', 'such page'])).toBe(errorClass('', ['there is no\nsuch page']))
  expect(errorClass('', ['not', 'found'])).toBe('other')
})
