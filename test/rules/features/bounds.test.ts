import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  callFeatures,
  errorFeatures,
  failureSignatures,
  observationFeatures,
  textFeatures,
} from '../../../rules/features/extract.ts'
import { hashing } from './hashing.ts'

const keys = { resourceKeys: ['path', 'url'], commentKeys: ['reason'] }

/** Everything that is extracted, from one value. */
function extractAll(value: unknown): void {
  const observation = observationFeatures(value, hashing)
  if (observation.state === 'known') {
    expect(observation.lines.length).toBe(Math.min(observation.lineCount, 64))
    expect(observation.leaves.length).toBeLessThanOrEqual(32)
    expect(observation.fingerprint).toMatch(/^[0-9a-f]{32}$/)
  }
  expect(callFeatures('tool', value, keys, hashing).leaves.length).toBeLessThanOrEqual(32)
  const text = typeof value === 'string' ? value : String(JSON.stringify(value) ?? '')
  errorFeatures(text, hashing)
  failureSignatures([text], hashing)
  expect(textFeatures(text, hashing).shingles.length).toBeLessThanOrEqual(64)
}

test('no text and no value makes the extraction throw', () => {
  const bytes = fc.uint8Array({ maxLength: 300 }).map((all) => String.fromCharCode(...all))
  const units = fc
    .array(fc.nat({ max: 0xffff }), { maxLength: 100 })
    .map((all) => String.fromCharCode(...all))
  fc.assert(
    fc.property(
      fc.oneof(bytes, units, fc.string(), fc.json(), fc.anything({ withBigInt: true, withDate: true })),
      (value) => {
        fc.pre(typeof value === 'string' || jsonable(value))
        extractAll(value)
      },
    ),
    { numRuns: 2000 },
  )
})

test('cycles, hostile objects, functions and bytes are read as far as they go', () => {
  const cycle: Record<string, unknown> = { name: 'x' }
  cycle['self'] = [cycle]
  const hostile = {
    get a(): never {
      throw new Error('no')
    },
    b: 1,
  }
  for (const value of [
    cycle,
    hostile,
    () => 1,
    Symbol('x'),
    5n,
    new Uint8Array(9000),
    new Map([[1, 2]]),
    Number.NaN,
  ]) {
    expect(observationFeatures(value, hashing).state).toMatch(/known|empty/)
    expect(callFeatures('tool', value, keys, hashing).exact).toMatch(/^[0-9a-f]{32}$/)
  }
  expect(observationFeatures(new Uint8Array([1]), hashing)).not.toEqual(
    observationFeatures(new Uint8Array([2]), hashing),
  )
})

test('of a text beyond 256 Ki characters head, tail and length count', () => {
  const text = 'a line of some text\n'.repeat(40_000)
  const print = (value: string): string => {
    const found = observationFeatures(value, hashing)
    return found.state === 'known' ? `${found.fingerprint} ${found.sizeChars}` : found.state
  }
  const middle = text.slice(0, 400_000) + 'x' + text.slice(400_001)
  expect(print(middle)).toBe(print(text))
  expect(print(`${text}more`)).not.toBe(print(text))
  expect(print(`more${text}`)).not.toBe(print(text))
})

const shapes: Readonly<Record<string, string>> = {
  'a log': '2026-05-28T07:56:38.556Z INFO request_id=abc12 did 12.3 ms\n',
  digits: '1234567890 ',
  'one word': 'a',
  spaces: ' ',
  'lines of spaces': '  \n',
  'line ends': '\n',
  'carriage returns': '\r',
  colons: 'id:id=',
  clocks: '1:',
  slashes: 'a/',
  'temporary folders': '/tmp/',
  'name parts under a temporary folder': '/tmp/a.b-',
  quotes: '\'"`',
  'open brackets': '[',
  'open braces': '{"a":',
  escapes: '\u001b[',
  commands: '\u001b]',
  'escaped line ends': '\\n',
  sentences: 'a. ',
  'identifier groups': 'abcdef12-',
  hexadecimal: '0xabcdef ',
  'words of errors': 'tool not found missing ',
  'nothing found': 'no results ',
  wide: '漢字。',
  tables: 'a | ',
}

for (const [name, unit] of Object.entries(shapes)) {
  test(`100 KB of ${name} take bounded time`, () => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length))
    for (const value of [text, `{"a":${JSON.stringify(text)}}`]) {
      extractAll(value)
      const before = process.cpuUsage()
      extractAll(value)
      // Five extractions of at most 20 ms each on an idle machine; a quadratic one takes seconds.
      expect(msSince(before)).toBeLessThan(600)
    }
  })
}

test('a deeply nested and a very wide document take bounded time', () => {
  const wide = JSON.stringify(Array.from({ length: 60_000 }, (_, id) => ({ id })))
  for (const value of [
    '['.repeat(100_000) + ']'.repeat(100_000),
    '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
    wide,
  ]) {
    const before = process.cpuUsage()
    extractAll(value)
    expect(msSince(before)).toBeLessThan(2000)
  }
})

/** Processor time: what else the machine does must not count. */
function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function jsonable(value: unknown): boolean {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}
