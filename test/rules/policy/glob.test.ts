import { describe, expect, it } from 'vitest'
import { matches, matchesAny } from '../../../rules/policy/glob.ts'

describe('a glob', () => {
  it.each([
    ['send*', 'send_mail', true],
    ['send*', 'resend', false],
    ['*_send', 'mail_send', true],
    ['*_send', 'mail_send_now', false],
    ['get_?', 'get_a', true],
    ['get_?', 'get_', false],
    ['get_?', 'get_ab', false],
    ['GET_*', 'get_a', true],
    ['a.b', 'a.b', true],
    ['a.b', 'axb', false],
    ['mcp(x)+[y]', 'mcp(x)+[y]', true],
    ['mcp(x)+[y]', 'mcpx', false],
    ['a*', 'a\nb', true],
    ['', '', true],
    ['', 'a', false],
  ])('%j on %j is %s', (glob, name, is) => {
    expect(matches(glob, name)).toBe(is)
    expect(matchesAny(['nothing', glob], name)).toBe(is)
    // Kept answers are the same answers.
    expect(matchesAny(['nothing', glob], name)).toBe(is)
  })

  it('is asked of any number of names and of any number of globs', () => {
    const globs = ['read_*']
    for (let i = 0; i < 2000; i++) {
      expect(matchesAny(globs, `read_${i}`)).toBe(true)
      expect(matchesAny(globs, `edit_${i}`)).toBe(false)
      expect(matches(`tool_${i}_*`, `tool_${i}_x`)).toBe(true)
      expect(matches(`tool_${i}_*`, `tool_${i + 1}_x`)).toBe(false)
    }
    expect(matchesAny(globs, 'read_7')).toBe(true)
  })

  it('is asked once for each name, however many others come between', () => {
    let asked = 0
    const globs = new Proxy(['read_*'], {
      get: (list, key) => {
        if (key === 'some') asked++
        return Reflect.get(list, key) as unknown
      },
    })
    for (let i = 0; i < 5; i++) {
      expect(matchesAny(globs, 'read_a')).toBe(true)
      expect(matchesAny(globs, 'edit_a')).toBe(false)
      expect(matchesAny(globs, 'list_a')).toBe(false)
    }
    expect(asked).toBe(3)
  })

  it('of an empty list matches nothing', () => {
    expect(matchesAny([], 'a')).toBe(false)
  })
})
