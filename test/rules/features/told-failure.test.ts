import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorFeatures, toldFailure } from '@loop-observer/rules'
import { hashing } from './hashing.ts'

const classOf = (signals: Parameters<typeof toldFailure>[0]): string =>
  errorFeatures(toldFailure(signals) ?? '', hashing).class

test.each([
  'auth',
  'request failed',
  'Tool error',
  'Error',
  'The tool call failed.',
  'Internal error',
  'error',
])('a general word, %j, does not hide what came back', (general) => {
  expect(classOf({ words: [general, '401 Unauthorized: the key is not valid here'] })).toBe('auth')
})

test.each([
  ['auth', { words: ['request failed'], types: ['401'] }],
  ['quota', { words: ['Tool error'], types: ['tool_error', 'RateLimitError'] }],
  ['transient', { words: [], types: ['timeout'] }],
  ['connection', { words: ['Error', 'Error: connect ECONNREFUSED 127.0.0.1:5432'] }],
  ['connection', { words: ['openai.APIConnectionError: Connection'] }],
  ['auth', { words: ['auth'] }],
  ['auth', { words: ['AuthenticationError: nope'] }],
  ['other', { words: ['Tool error', 'the widget is jammed'], types: ['_OTHER'] }],
] as const)('is %s by the most telling of %j', (expected, signals) => {
  expect(classOf(signals)).toBe(expected)
})

test('of words without a class the first that are more than general identify the failure', () => {
  expect(toldFailure({ words: ['Tool error', 'the widget is jammed'], types: ['tool_error'] })).toBe(
    'the widget is jammed',
  )
  expect(toldFailure({ words: ['the widget is jammed', 'Tool error: code 5'] })).toBe('the widget is jammed')
})

test('a type that tells more than the words stands beside them: failures that differ keep their own signatures', () => {
  const told = (words: string): string =>
    errorFeatures(toldFailure({ words: [words], types: ['PermissionError'] }) ?? '', hashing).signature
  expect(told('the widget is jammed')).not.toBe(told('the door is shut'))
})

test('a general word before or between the signals never changes the class', () => {
  const general = fc.constantFrom(
    'error',
    'Tool error',
    'request failed',
    'Exception',
    'failed (exit code 1)',
  )
  const telling = fc.constantFrom(
    '401 Unauthorized',
    'rate limit exceeded',
    'ECONNRESET',
    'file not found',
    'invalid arguments',
  )
  fc.assert(
    fc.property(fc.array(general), telling, fc.array(general), (before, words, after) => {
      expect(classOf({ words: [...before, words, ...after] })).toBe(classOf({ words: [words] }))
    }),
  )
})

test('nothing said is nothing told', () => {
  expect(toldFailure({ words: [null, undefined, ' '] })).toBeNull()
})

test('nothing but a type is told as it is: one that names a class first, then one that is more than general', () => {
  const told = (...types: readonly (string | null)[]) => toldFailure({ words: [null, ' '], types })
  expect(told('tool_error', 'WidgetJammed', 'RateLimitError')).toBe('RateLimitError')
  expect(told('ToolError', 'WidgetJammed')).toBe('WidgetJammed')
  expect(told('', 'ToolError', 'Failure')).toBe('ToolError')
  expect(told('', ' ', null)).toBeNull()
})

test('words that name a class stand alone, whatever the types say', () => {
  expect(toldFailure({ words: ['Tool error', '404 Not Found'], types: ['PermissionError'] })).toBe(
    '404 Not Found',
  )
  expect(toldFailure({ words: ['404 Not Found'], types: ['PermissionError'] })).toBe('404 Not Found')
})

test('a text is general by all of its words, up to 120 characters; without words it is', () => {
  const told = (words: string) => toldFailure({ words: [words, 'the widget is jammed'] })
  expect(told('The tool call has failed: unknown error 17.')).toBe('the widget is jammed')
  expect(told('ToolCallError')).toBe('the widget is jammed')
  expect(told('-- 17 --')).toBe('the widget is jammed')
  const long = 'error '.repeat(20).trim()
  expect(told(`${long}!`)).toBe('the widget is jammed')
  expect(told(`${long}!!`)).toBe(`${long}!!`)
  expect(told('WidgetError')).toBe('WidgetError')
})
