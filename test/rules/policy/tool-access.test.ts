import { describe, expect, it } from 'vitest'
import { createMemory, mayUse, toolAccess } from '@loop-observer/rules'

describe('the tools that a run may use', () => {
  it('are all where nobody has said', () => {
    expect(toolAccess(createMemory('r', 'sdk', 'x'))).toBeNull()
    expect(mayUse(null, 'pay')).toBe(true)
  })

  it.each([
    [{ deny: ['pay_*'], allow: null }, 'pay_now', false],
    [{ deny: ['pay_*'], allow: null }, 'read', true],
    [{ deny: [], allow: ['read*'] }, 'read_file', true],
    [{ deny: [], allow: ['read*'] }, 'write_file', false],
    [{ deny: ['read_mail'], allow: ['read*'] }, 'read_mail', false],
    [{ deny: ['read_mail'], allow: ['read*'] }, 'read_file', true],
    [{ deny: [], allow: [] }, 'read', false],
    [{ deny: [], allow: null }, 'read', true],
  ])('with %j: %s is %s', (access, tool, may) => {
    expect(mayUse(access, tool)).toBe(may)
  })
})
