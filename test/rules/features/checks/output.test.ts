import { describe, expect, it } from 'vitest'
import { readOutput } from '../../../../rules/features/checks/output.ts'

describe('whether an output passed', () => {
  it.each([
    'exit_code',
    'exitCode',
    'exit_status',
    'exitStatus',
    'returncode',
    'return_code',
    'returnCode',
    'code',
  ])('says its exit code: %s', (name) => {
    expect(readOutput({ [name]: 0, stdout: 'exit code: 1', ok: false }).passed).toBe(true)
    expect(readOutput({ [name]: 2, ok: true }).passed).toBe(false)
    expect(readOutput({ [name]: 'E401', ok: true }).passed).toBe(true)
  })

  it.each(['passed', 'valid', 'success', 'ok'])('says its own flag: %s', (name) => {
    expect(readOutput({ [name]: true, stdout: 'x' }).passed).toBe(true)
    expect(readOutput({ [name]: false, stdout: 'exit code: 0' }).passed).toBe(false)
    expect(readOutput({ [name]: 'yes', stdout: 'exit code: 1' }).passed).toBe(false)
    expect(readOutput({ [name]: true, isError: true }).passed).toBe(false)
    expect(readOutput({ [name]: true, isError: false }).passed).toBe(true)
  })

  it.each([
    ['exit code: 0', true],
    ['exit code: 1', false],
    ['Process exited with code 2', false],
    ['the command exited with status 0', true],
    ['[exit status: 137]', false],
    ['(returned code = -1)', false],
    ['return code 0', true],
    ['built\nexit: 3', false],
    ['exit code: 1\nagain\nexit code: 0', true],
    ['the exit code: 1 is good', null],
    ['status of 200 pages', null],
    ['all is well', null],
    ['', null],
  ])('says its text: %j', (text, passed) => {
    expect(readOutput(text)).toEqual({ text, passed, items: null })
    expect(readOutput({ stdout: text, other: 1 }).passed).toBe(passed)
  })

  it('says a long text at its beginning or its end, of 400 characters', () => {
    const middle = 'line\n'.repeat(200)
    expect(readOutput(`exit code: 1\n${middle}`).passed).toBe(false)
    expect(readOutput(`${middle}exit code: 1`).passed).toBe(false)
    expect(readOutput(`${middle}exit code: 1\n${middle}`).passed).toBeNull()
    const within = (chars: number): string => `${'x'.repeat(380)}\nexit code: 1\n${'y'.repeat(chars)}`
    expect(readOutput(within(406)).passed).toBe(false)
    expect(readOutput(`${'x'.repeat(420)}\nexit code: 1\n${'y'.repeat(420)}`).passed).toBeNull()
  })
})

describe('what an output says', () => {
  it('stands in its streams, in their order', () => {
    const output = {
      stderr: 'two',
      stdout: 'one',
      output: 'three',
      message: 'four',
      text: 'five',
      error: 'six',
    }
    expect(readOutput(output).text).toBe('one\ntwo\nthree\nfour\nfive\nsix')
    expect(readOutput({ stdout: 'one', stderr: null, output: 7 }).text).toBe('one')
    expect(readOutput('{"stdout":"one"}')).toEqual({ text: 'one', passed: null, items: null })
  })

  it('stands in its content, or is all of it', () => {
    expect(readOutput({ content: 'one' }).text).toBe('one')
    expect(readOutput({ content: [{ type: 'text', text: 'one' }, 'two'] }).text).toBe('one\ntwo')
    expect(readOutput({ rows: [1, 2] }).text).toBe('{"rows":[1,2]}')
    expect(readOutput({ stdout: '', rows: 1 }).text).toBe('{"stdout":"","rows":1}')
  })

  it('stands in the parts of a message; what is no text says nothing', () => {
    const parts = ['one', { type: 'text', text: 'exit code: 1' }, { type: 'image' }, { text: 7 }, null, 8]
    expect(readOutput(parts)).toEqual({ text: 'one\nexit code: 1\n\n\n\n', passed: false, items: null })
    expect(readOutput([])).toEqual({ text: '', passed: null, items: null })
  })

  it('of one part alone is read as if it stood by itself', () => {
    expect(readOutput([{ type: 'text', text: '{"valid":false,"errors":["a"]}' }])).toEqual({
      text: '',
      passed: false,
      items: ['a'],
    })
    expect(readOutput([{ type: 'image' }])).toEqual({ text: '', passed: null, items: null })
    expect(readOutput([['x'], 'y'])).toEqual({ text: '\ny', passed: null, items: null })
  })

  it('is nothing where it is neither text nor an object', () => {
    for (const value of [null, undefined, 7, true])
      expect(readOutput(value)).toEqual({ text: '', passed: null, items: null })
  })
})

describe('what an output lists', () => {
  it.each(['failures', 'errors', 'issues', 'problems', 'violations', 'diagnostics'])(
    'stands in %s',
    (name) => {
      const items = ['a', { rule: 'b' }, '', '  ', undefined, 3]
      expect(readOutput({ [name]: items }).items).toEqual(['a', '{"rule":"b"}', '3'])
      expect(readOutput({ [name]: [] })).toEqual({ text: '', passed: null, items: [] })
      expect(readOutput({ [name]: 2 }).items).toBeNull()
    },
  )

  it('counts up to a thousand', () => {
    const errors = Array.from({ length: 1001 }, (_, i) => `error ${i}`)
    expect(readOutput({ errors }).items).toEqual(errors.slice(0, 1000))
  })
})
