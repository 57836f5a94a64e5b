import { describe, expect, it } from 'vitest'
import {
  clockEnd,
  fractionEnd,
  hoursMinutesEnd,
  number2,
  zoneEnd,
} from '../../../../rules/features/mask/clock.ts'

type EndOf = (text: Uint8Array, at: number) => number

/** What stands from the beginning to the end that was found. */
function found(endOf: EndOf, text: string): string {
  const bytes = new TextEncoder().encode(`x${text}`)
  return text.slice(0, Math.max(0, endOf(bytes, 1) - 1))
}

describe('a clock time', () => {
  it.each([
    ['07:56:38', '07:56:38'],
    ['7:56:38 later', '7:56:38'],
    ['00:00:00', '00:00:00'],
    ['23:59:60', '23:59:60'],
    ['07:56:38.556', '07:56:38.556'],
    ['07:56:38,556]', '07:56:38,556'],
    ['07:56:38. Then', '07:56:38'],
    ['07:56:38Z', '07:56:38'],
    ['07:56:38 PM', '07:56:38 PM'],
    ['7:56:38am', '7:56:38am'],
    ['7:56:38.5 pm,', '7:56:38.5 pm'],
    ['07:56:38 amount', '07:56:38'],
    ['07:56:38 pa', '07:56:38'],
    ['24:00:00', ''],
    ['07:60:00', ''],
    ['07:00:61', ''],
    ['07:56', ''],
    ['07:56:3', ''],
    ['07:5:38', ''],
    ['07:567:38', ''],
    ['07:56:389', ''],
    ['07:56.38', ''],
    ['07.56:38', ''],
    ['7a:56:38', ''],
    ['a7:56:38', ''],
    ['07:56:38x', ''],
    ['07:56:38_', ''],
    ['07:56:38Zulu', '07:56:38'],
    ['123:56:38', ''],
  ])('%j begins with %j', (text, time) => {
    expect(found(clockEnd, text)).toBe(time)
  })
})

describe('hours and minutes', () => {
  it.each([
    ['07:56', '07:56'],
    ['23:59Z', '23:59'],
    ['24:00', ''],
    ['07:60', ''],
    ['7:56', ''],
    ['07:5', ''],
    ['07:567', ''],
    ['071:56', ''],
    ['07.56', ''],
  ])('%j begins with %j', (text, time) => {
    expect(found(hoursMinutesEnd, text)).toBe(time)
  })
})

describe('a fraction of a second', () => {
  it.each([
    ['.5', '.5'],
    [',556 x', ',556'],
    ['.123456789', '.123456789'],
    ['.1234567890', ''],
    ['.', ''],
    ['. 5', ''],
    [':5', ''],
  ])('%j begins with %j', (text, fraction) => {
    expect(found(fractionEnd, text)).toBe(fraction)
  })
})

describe('a time zone', () => {
  it.each([
    ['Z', 'Z'],
    ['z.', 'z'],
    ['Za', ''],
    ['+02:00', '+02:00'],
    ['-0830]', '-0830'],
    [' +0200', ' +0200'],
    [' +02:00', ' +02:00'],
    ['+02', '+02'],
    [' +02', ''],
    ['+02x', ''],
    ['+02:0', '+02'],
    ['+02:000', '+02'],
    ['+020', ''],
    ['+02000', ''],
    [' UTC', ' UTC'],
    ['GMT,', 'GMT'],
    ['UTCX', ''],
    ['UT', ''],
    ['GTM', ''],
    ['*0200', ''],
    ['', ''],
  ])('%j begins with %j', (text, zone) => {
    expect(found(zoneEnd, text)).toBe(zone)
  })
})

it('two digits are their number', () => {
  expect(number2(new TextEncoder().encode('x49'), 1)).toBe(49)
  expect(number2(new TextEncoder().encode('07'), 0)).toBe(7)
})
