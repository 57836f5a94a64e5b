import { describe, expect, it } from 'vitest'
import { masked } from './masked.ts'

describe('a made-up path under a temporary folder', () => {
  it.each([
    ['/tmp/tmpabcd', '<tmp>'],
    ['/tmp/tmp.abcd1 x', '<tmp> x'],
    ['/tmp/tmp-abcd', '<tmp>'],
    ['/var/tmp/xyz123', '<tmp>'],
    ['/private/tmp/xyz123', '<tmp>'],
    ['C:\\Temp\\xyz123\\a.txt', 'C:<tmp>\\a.txt'],
    ['/tmp/xyz123/out.txt', '<tmp>/out.txt'],
    ['/tmp/xyz123.txt', '<tmp>.txt'],
    ['/tmp/xyz123.', '<tmp>.'],
    ['/tmp/build-9fK2xQ', '<tmp>'],
    ['/tmp/a.3f9a01bc', '<tmp>'],
    ['/tmp/aB3dE5', '<tmp>'],
    ['/tmp/ab12CD3', '<tmp>'],
    ['/tmp/12abCD', '<tmp>'],
    ['/tmp/abcdef01', '<tmp>'],
    ['/var/folders/3k/0w9x_2/X/tmpabcd/a', '<tmp>/X/tmpabcd/a'],
    ['/tmp/1abC2x', '<tmp>'],
    ['/tmp/pytest-of-bob/pytest-3/test_a0', '<tmp>/test_a0'],
    ['/var/folders/3k/0w9x_2/T/tmpabcd/a', '<tmp>/a'],
    ['/var/folders/3k/0w9x_2/T/report.csv', '<tmp>/T/report.csv'],
    ['/private/var/folders/3k/0w9x_2/C', '<tmp>/C'],
  ])('%j: %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })

  it.each([
    '/tmp/report.csv',
    '/tmp/tmp',
    '/tmp/tmpabc',
    '/tmp/data',
    '/tmp/report12',
    '/tmp/report_12',
    '/tmp/Report12',
    '/tmp/xyz12uvw',
    '/tmp/ab12',
    '/tmp/abcd123',
    '/tmp/deadbeef',
    '/tmp/xyz123.tar.gz',
    '/tmp/xyz123a',
    '/tmp/tmpabcd+x',
    '/tmp/tmpabcd-ef',
    '/tmp/xtmpabcd',
    '/tmp/build-1b2C',
    '/tmp/12345678',
    '/tmp/xabcdef01',
    '/tmp/abcdef01x',
    '/tmp/abcde01',
    '/tmp/abCDef',
    '/tmp/12abcd',
    '/tmp/pytest-of-bob/pytest-3x',
    '/tmp/pytest-of-bob',
    '/tmp/pytest-of-bob/pytest-x',
    '/tmp/pytest-of-bob/other-3',
    '/tmp/',
    '/temp/xyz123',
    '/home/tmp2/xyz',
    '/var/log/xyz123',
    '/private/x/xyz123',
    '\\Tmp\\xyz123',
  ])('%j is none', (text) => {
    expect(masked(text)).toBe(text)
  })

  it('has a name of 128 characters at most', () => {
    expect(masked(`/tmp/tmp${'a'.repeat(125)}`)).toBe('<tmp>')
    expect(masked(`/tmp/tmp${'a'.repeat(130)}`)).toBe(`<tmp>${'a'.repeat(5)}`)
  })
})
