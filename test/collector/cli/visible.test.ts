import { styleText } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, visible, visibleIn } from '../../../collector/cli/visible.ts'
import { createLogger } from '../../../collector/start/logger.ts'

const hostile = 'a\u001b]0;owned\u0007b\u009b31mc\u202ed\r\ne\u001b[2Jf'

/** The characters that a terminal acts on, but the line feed. */
function steers(text: string): boolean {
  return Array.from(text).some((character) => {
    const code = character.codePointAt(0) ?? 0
    return (
      (code < 32 && code !== 9 && code !== 10) ||
      (code >= 127 && code < 160) ||
      /\p{Bidi_Control}/u.test(character)
    )
  })
}

describe('text of others on a terminal', () => {
  it('shows what would steer it', () => {
    expect(visible(hostile)).toBe('a\\u001b]0;owned\\u0007b\\u009b31mc\\u202ed  e\\u001b[2Jf')
    expect(visibleIn({ tool: [hostile], n: 1, none: null })).toEqual({
      tool: [visible(hostile)],
      n: 1,
      none: null,
    })
  })

  it('never steers it, whatever it is', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('\u001b[', '1m', '31m', '\u009b', '\u202e', '\u0007', '\n', 'x'))
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (given) => {
        expect(steers(printable(given, false))).toBe(false)
        expect(visible(given)).not.toContain('\n')
        expect(steers(visible(given))).toBe(false)
      }),
    )
  })

  it('stays the same JSON', () => {
    expect(JSON.parse(printable(JSON.stringify({ name: hostile }), false))).toEqual({ name: hostile })
  })

  it('lets our own weights and colours through, and nothing else', () => {
    const own =
      styleText('bold', 'x', { validateStream: false }) + styleText('red', 'y', { validateStream: false })
    expect(printable(own, true)).toBe(own)
    expect(printable('\u001b[8mhidden\u001b[2J', true)).toBe('\\u001b[8mhidden\\u001b[2J')
  })

  it('is shown the same way in log lines for people', () => {
    const lines: string[] = []
    const log = createLogger('info', true, { write: (line) => lines.push(line) })
    log.info({ tool: hostile, tried: [hostile] }, `halted ${hostile}`)
    log.error({ err: new Error(hostile) }, 'failed')
    // oxlint-disable-next-line no-control-regex -- our own weights and colours
    const text = lines.join('').replaceAll(/\u001b\[(?:[12]|22|3\d)m/g, '')
    expect(steers(text)).toBe(false)
    expect(text).toContain('\\u001b]0;owned')
  })
})
