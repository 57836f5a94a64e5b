import { describe, expect, it } from 'vitest'
import { isEpoch } from '../../../../rules/features/mask/time.ts'
import { masked } from './masked.ts'

describe('a moment is masked', () => {
  it.each([
    ['2026-05-28T07:56:38Z', '<time>'],
    ['2026-05-28t07:56:38.5+02:00', '<time>'],
    ['2026-05-28_07:56:38', '<time>'],
    ['2026-05-28 07:56:38 UTC end', '<time> end'],
    ['2026/05/28 07:56:38', '<time>'],
    ['2026-05-28T07:56', '<time>'],
    ['2026-05-28T07:56+0200 x', '<time> x'],
    ['[2026-05-28 07:56] x', '[<time>] x'],
    ['a\n2026-05-28 07:56 x', 'a\n<time> x'],
    ['at 2026-05-28 07:56Z', 'at <time>'],
    ['20260528T075638Z', '<time>'],
    ['20260528-075638.123', '<time>'],
    ['19991231T235959', '<time>'],
    ['28/May/2026:07:56:38 +0000', '<time>'],
    ['8/Jan/2026:07:56:38', '<time>'],
    ['28-Dec-2026 07:56:38', '<time>'],
    ['28 may 2026 07:56:38 GMT', '<time>'],
    ['05/28/2026 07:56:38', '<time>'],
    ['May 28 07:56:38 2026', 'May <time>'],
    ['May  8 07:56:38 UTC 1999 x', 'May  <time> x'],
    ['Sep 8 07:56:38 2126', 'Sep <time> 2126'],
    ['Oct 8 07:56:38 20261', 'Oct <time> 20261'],
    ['07:56:38', '<time>'],
    ['May 28 07:56:38 202', 'May <time> 202'],
    ['May 28 07:56:38', 'May <time>'],
    ['xMay 28 07:56:38 2026', 'xMay 28 <time> 2026'],
    ['Foo 28 07:56:38 2026', 'Foo 28 <time> 2026'],
    ['05/8/2026 07:56:38', '05/8/2026 <time>'],
    ['05/28/26 07:56:38', '05/28/26 <time>'],
    ['05/28-2026 07:56:38', '05/28-2026 <time>'],
    ['05/128/2026 07:56:38', '05/128/2026 <time>'],
    ['28 Foo 2026 07:56:38', '28 Foo 2026 <time>'],
    ['2026-5-28 07:56:38', '2026-5-28 <time>'],
    ['2026-05/28 07:56:38', '2026-05/28 <time>'],
    ['2026-05-8 07:56:38', '2026-05-8 <time>'],
    ['2026-05-28, 07:56:38', '2026-05-28, <time>'],
    ['128 07:56:38', '128 <time>'],
    ['20260128T075638', '<time>'],
    ['21001231T235959', '<time>'],
    ['7:56:38 PM', '<time>'],
    ['took from 07:56:38 to 07:57:00', 'took from <time> to <time>'],
  ])('%j: %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })
})

describe('what is no moment stays', () => {
  it.each([
    '2026-05-28',
    'at 2026-05-28 07:56',
    '2026-05-28Tx',
    '2026.05.28 at noon',
    '2026-05/28 or so',
    '2026-005-28',
    '18991231T235959',
    '22001231T235959',
    '20261331T235959',
    '20260031T235959',
    '20260528T245638',
    '20260528T07563',
    '20260528 075638',
    '28/May/26:07',
    '28/Mai/2026',
    '28 May-2026',
    '28 May 2026 noon',
    '05/28/2026',
    '05/28/26 x',
    '5/28/2026',
    '05/28/2026, x',
    'room 8 of 2026',
    '12:34:56:78:9a:bc',
    'ab:12:34:56',
    '1.12:34:56',
    '12:34',
    '123:45:56',
  ])('%j', (text) => {
    expect(masked(text)).toBe(text)
  })
})

describe('a number is a moment since the epoch', () => {
  const is = (text: string): boolean => {
    const bytes = new TextEncoder().encode(text)
    return isEpoch(bytes, 0, bytes.length)
  }

  it('in seconds, and thousandths, millionths and billionths of them, from 2001 to 2065', () => {
    for (const text of [
      '1772088624',
      '2999999999',
      '1772088624497',
      '1772088624497123',
      '1772088624497123456',
    ])
      expect(is(text)).toBe(true)
    expect(is('1772088624.497')).toBe(true)
  })

  it('and no other', () => {
    for (const text of [
      '',
      '1',
      '177208862',
      '17720886240',
      '0772088624',
      '3772088624',
      '177208862449712345',
    ])
      expect(is(text)).toBe(false)
  })
})
