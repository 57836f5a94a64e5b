import { describe, expect, it } from 'vitest'
import { masked } from './masked.ts'

describe('a measured duration is masked', () => {
  it.each([
    ['12ms', '<took>'],
    ['12 msec', '<took>'],
    ['12 milliseconds.', '<took>.'],
    ['1.5 us', '<took>'],
    ['12 usec', '<took>'],
    ['12 µs', '<took>'],
    ['12 μs', '<took>'],
    ['0.5s', '<took>'],
    ['0.5 seconds', '<took>'],
    ['(3s)', '(<took>)'],
    ['[3 sec]', '[<took>]'],
    ['in 3s', 'in <took>'],
    ['took: 3 secs', 'took: <took>'],
    ['Total = 3 seconds', 'Total = <took>'],
    ['after ~3 s', 'after ~<took>'],
    ['duration\t3s', 'duration\t<took>'],
    ['3 minutes ago', '<took>'],
    ['3s ago', '<took>'],
    ['3 hours ago, x', '<took>, x'],
    ['1m23s', '<took>'],
    ['1h2m3s', '<took>'],
    ['2d4h', '<took>'],
    ['1m23.4s', '<took>'],
    ['1s250ms', '<took>'],
    ['1d2h3m4s5ms', '<took>'],
    ['web   12s', 'web   <took>'],
    ['web   12m \nweb', 'web   <took>\nweb'],
    ['web   12d', 'web   <took>'],
  ])('%j: %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })
})

describe('what may be a setting stays', () => {
  it.each([
    '3s',
    '30 seconds',
    'every 3s',
    'timeout: 30s',
    'wait 3 seconds',
    '3 minutes',
    '5 minutes agog',
    '5 min',
    '3m',
    '12 mss',
    '12 msx',
    '12ms1',
    '12 ms_',
    '12 millisecondsandmore',
    '12.s',
    'v1.2s',
    'in  3 apples',
    'within 3s',
    'took about 3s',
    '1m23',
    '1m23x',
    '1m',
    '1x23s',
    '1d2h3m4s5ms6s',
    'web  12s',
    'web   12s up',
    'web   12w',
    '12 m/s and 3 d',
  ])('%j', (text) => {
    expect(masked(text)).toBe(text)
  })
})
