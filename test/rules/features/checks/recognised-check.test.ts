import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recognisedCheck } from '@loop-observer/rules'
import { hashing } from '../../../support/steps.ts'

const checks = ['run_tests', 'lint*', 'bash(npm test*)', 'bash(*tsc*)']

function linesOf(observation: unknown, ok: boolean | null = null): readonly string[] | undefined {
  const call = { tool: 'run_tests', args: {}, observation, ok }
  return recognisedCheck(call, { checks }, hashing)?.lines
}

describe('a check is recognised', () => {
  const nameOf = (tool: string, args: unknown = {}): string | undefined =>
    recognisedCheck({ tool, args, observation: 'fine', ok: null }, { checks }, hashing)?.check

  it('by the name of the tool', () => {
    expect(nameOf('run_tests')).toBe('run_tests')
    expect(nameOf('Lint_File')).toBe('Lint_File')
    expect(nameOf('search')).toBeUndefined()
  })

  it('by the command too, for a tool that runs any', () => {
    expect(nameOf('bash', { command: 'npm  test -- a.test.ts' })).toMatch(/^bash\(npm test\*\) #[0-9a-f]{4}$/)
    expect(nameOf('bash', { command: ['npx', 'tsc', '--noEmit'] })).toContain('bash(*tsc*)')
    expect(nameOf('bash', '{"cmd":"npm test"}')).toContain('bash(npm test*)')
    expect(nameOf('bash', 'npm test')).toContain('bash(npm test*)')
    expect(nameOf('bash', { command: 'ls' })).toBeUndefined()
    expect(nameOf('bash')).toBeUndefined()
  })

  it('as another check where it is given other arguments', () => {
    const names = ['a.ts', 'b.ts', 'a.ts'].map((path) => nameOf('lint_file', { path }))
    expect(names[0]).toBe(names[2])
    expect(names[0]).not.toBe(names[1])
    expect(nameOf('run_tests', {})).toBe('run_tests')
  })

  it('as the same check however its arguments are spaced, and where there are none', () => {
    const named = (args: unknown): string | undefined => nameOf('lint_file', args)
    expect(named('  a.ts \n b.ts ')).toBe(named('a.ts b.ts'))
    expect(named('a.ts b.ts')).not.toBe(named('a.tsb.ts'))
    expect(named('"a.ts"')).not.toBe(named('a.ts'))
    for (const none of ['', ' ', null, undefined, {}, [], '{}', '[]']) expect(named(none)).toBe('lint_file')
    expect(named(() => 1)).toBe('lint_file')
  })

  it('by the command alone, wherever the arguments hold it', () => {
    const command = 'npm test'
    for (const key of ['command', 'cmd', 'script', 'args', 'argv'])
      expect(nameOf('bash', { other: 'x', [key]: command })).toContain('bash(npm test*)')
    expect(nameOf('bash', { command: ['npm', 7, 'test'] })).toContain('bash(npm test*)')
    expect(nameOf('bash', { command: ' \n npm\ttest ' })).toContain('bash(npm test*)')
    expect(nameOf('bash', ['npm', 'test'])).toContain('bash(npm test*)')
    for (const other of [
      { command: { command } },
      { command: null, cmd: command },
      { other: command },
      7,
      null,
    ])
      expect(nameOf('bash', other)).toBeUndefined()
    expect(nameOf('lint_file', { command })).toMatch(/^lint_file #/)
  })

  it('by a command of 4000 characters at most', () => {
    const reaches = { checks: ['bash(*end)'] }
    const named = (command: string): string | undefined =>
      recognisedCheck({ tool: 'bash', args: command, observation: '', ok: null }, reaches, hashing)?.check
    expect(named(`${'x'.repeat(3997)}end`)).toMatch(/^bash/)
    expect(named(`${'x'.repeat(3998)}end`)).toBeUndefined()
  })

  it('by an entry that takes any command, though there is none', () => {
    const any = { checks: ['bash(*)'] }
    const named = (args: unknown): string | undefined =>
      recognisedCheck({ tool: 'bash', args, observation: '', ok: null }, any, hashing)?.check
    expect(named({})).toBe('bash(*)')
    expect(named(null)).toBe('bash(*)')
    expect(named({ command: { a: 1 } })).toMatch(/^bash\(\*\) #/)
  })

  it('nowhere by default, and not where nothing was captured', () => {
    const call = { tool: 'run_tests', args: {}, observation: 'FAILED', ok: false }
    expect(recognisedCheck(call, { checks: [] }, hashing)).toBeNull()
    expect(recognisedCheck({ ...call, observation: undefined }, { checks }, hashing)).toBeNull()
  })
})

describe('what fails', () => {
  it.each([
    [
      'a type checker',
      `src/a.ts(12,3): error TS2304: Cannot find name 'x'.\nsrc/b.ts(1,9): error TS2322: Type is wrong.\n\nFound 2 errors.`,
      3,
    ],
    ['a compiler', 'main.go:5:2: undefined: total\nmain.go:9:14: missing return\n', 2],
    [
      'a test runner',
      ' ✓ adds (3 ms)\n ✗ fails on an empty list (1 ms)\n\nAssertionError: expected 1 to be 2\n    at a.test.ts:12:3\n\n Tests  1 failed | 1 passed',
      3,
    ],
    ['another one', 'ok 1 - handles an error\nnot ok 2 - parses\n# fail 1\n', 2],
    [
      'a third',
      'test_a.py::test_error PASSED [ 50%]\ntest_a.py::test_total FAILED [100%]\n=== 1 failed, 1 passed ===',
      2,
    ],
    ['a linter', 'a.py:1:1: F401 `os` imported but unused\nFound 1 error.', 2],
  ])('is found in the lines of %s', (_, output, count) => {
    expect(linesOf(output)).toHaveLength(count)
  })

  it.each([
    ['0 errors, 0 warnings'],
    ['Found no errors.'],
    ['failures: 0, errors=0'],
    ['✓ throws an error when it is closed\n✓ fails on an empty list\n Tests  2 passed'],
    ['OK (12 tests)'],
    ['cd src && python reproduce_error.py\nnothing to report'],
    [''],
  ])('is nothing in %j', (output) => {
    expect(linesOf(output)).toEqual([])
  })

  it('is nothing where the exit code is 0, whatever the lines say', () => {
    expect(linesOf('warning: error handling is weak\nexit code: 0')).toEqual([])
    expect(linesOf({ exit_code: 0, stdout: '', stderr: 'error: ignored' })).toEqual([])
    expect(linesOf({ valid: true, errors: [] })).toEqual([])
  })

  it('is the end of the output where it failed without saying how', () => {
    expect(linesOf('building\nlinking\ndone with problems\nProcess exited with code 2')).toEqual([
      'linking',
      'done with problems',
      'Process exited with code 2',
    ])
    expect(linesOf('', false)).toEqual(['failed'])
    expect(linesOf({ returncode: 1, stdout: '' })).not.toEqual([])
  })

  it('is what a validator lists', () => {
    expect(linesOf({ valid: false, errors: ['name is missing', { path: 'a.b', rule: 'type' }] })).toEqual([
      'name is missing',
      '{"path":"a.b","rule":"type"}',
    ])
    expect(linesOf('{"passed":false,"failures":["one source"]}')).toEqual(['one source'])
  })

  it('is read through the parts of a message', () => {
    expect(linesOf({ content: [{ type: 'text', text: 'a.ts:1:1: error' }], isError: true })).toEqual([
      'a.ts:1:1: error',
    ])
    expect(linesOf([{ type: 'text', text: '{"exitCode":0,"stdout":"error"}' }])).toEqual([])
  })

  it('is the same when it moves down three lines, or takes longer', () => {
    const sign = (output: string) =>
      recognisedCheck({ tool: 'run_tests', args: {}, observation: output, ok: null }, { checks }, hashing)
        ?.failures
    expect(sign('a.ts(12,3): error TS7: x (3 ms)')).toEqual(
      sign('\u001b[31ma.ts(15,3): error TS7: x (17 ms)\u001b[0m'),
    )
  })
})

it('any output can be read, and a clean exit is clean', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.jsonValue()), fc.option(fc.boolean()), (output, ok) => {
      const lines = linesOf(output, ok) ?? []
      expect(lines.length).toBeLessThanOrEqual(1000)
      expect(linesOf({ exitCode: 0, output })).toEqual([])
    }),
  )
})
