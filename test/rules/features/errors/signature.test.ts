import { expect, test } from 'vitest'
import { signatureText } from '../../../../rules/features/errors/signature.ts'

const masked = (line: string): string => signatureText([line])

test.each([
  ['exit status 127', 'exit status #'],
  ['took 1,250.75 s at 10:30:05', 'took # s at #'],
  ['\u001b[1;31mFailed\u001b[0m to open', 'failed to open'],
  ['see https://x.example/a?b=1 for more', 'see <url> for more'],
  ['see (https://x.example/a) for more', 'see (<url>) for more'],
  ['no such column "a b"', 'no such column <q>'],
  ["KeyError: 'alpha'", 'keyerror: <q>'],
  ['run `make 12` first', 'run <q> first'],
  ["can't open 'a', doesn't exist", "can't open <q>, doesn't exist"],
  ['open /var/log/app.log failed', 'open <path> failed'],
  ['open ~/notes failed', 'open <path> failed'],
  ['open ./a failed', 'open <path> failed'],
  ['open ../a-b failed', 'open <path> failed'],
  ['open C:\\Users\\me\\a.txt failed', 'open <path> failed'],
  ['open src/app/main failed', 'open <path> failed'],
  ['and/or failed', 'and/or failed'],
  ['main.py is missing', '<path> is missing'],
  ['Docker-compose.YML is missing', '<path> is missing'],
  ['at 0x7fff5a', 'at <hex>'],
  ['trace 123e4567-e89b-12d3-a456-426614174000 ended', 'trace <hex> ended'],
  ['commit 7c6e44fbb is missing', 'commit <hex> is missing'],
  ['a facade of 1234567', 'a facade of #'],
  ['  Spaces \t and CASE  ', 'spaces and case'],
])('%j is %j', (line, expected) => {
  expect(masked(line)).toBe(expected)
})

test('lines keep their order and are told apart; what is empty is left out', () => {
  expect(signatureText(['First 1', '   ', '\u001b[0m', 'Second 2'])).toBe('first #\nsecond #')
  expect(signatureText([])).toBe('')
})
