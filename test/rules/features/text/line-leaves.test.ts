import { describe, expect, it } from 'vitest'
import { ByteBuffer } from '../../../../rules/features/bytes/byte-buffer.ts'
import { lineLeaves } from '../../../../rules/features/text/line-leaves.ts'
import { lineOf, numberMoved } from '../../../../rules/words/leaf-number.ts'

function leavesOf(text: string): readonly (readonly [path: number, value: number])[] {
  const buffer = new ByteBuffer()
  buffer.addText(text)
  const leaves = lineLeaves(buffer, 0)
  return Array.from({ length: leaves.length / 2 }, (_, i) => [leaves[2 * i] ?? 0, leaves[2 * i + 1] ?? 0])
}

const paths = (text: string): readonly number[] => leavesOf(text).map(([path]) => path)
const lines = (text: string): readonly (number | null)[] => paths(text).map(lineOf)
/** How far the first number went, in steps of about 1 %. */
function moved(before: string, now: string): number | null {
  const [[, was = 0] = [], [, is = 0] = []] = [leavesOf(before)[0], leavesOf(now)[0]]
  return numberMoved(was, is)
}

describe('the numbers of a short text', () => {
  it('stand in the lines that hold them, where these have words enough', () => {
    expect(lines('progress 3 of 10\nthe queue is long\nwaiting: 7\nx 5')).toEqual([0, 0, 2, null])
    expect(lines('progre 3')).toEqual([0])
    expect(lines('progr 3')).toEqual([null])
    expect(lines('no number')).toEqual([])
    expect(lines('')).toEqual([])
  })

  it('are told apart by the words around them, the line and their place in it', () => {
    expect(paths('progress 3 of 10')).toEqual(paths('progress 17 of 2.5'))
    const all = [...paths('progress 3 of 10'), ...paths('progress 3 for 10'), ...paths('\nprogress 3 of 10')]
    expect(new Set(all).size).toBe(6)
  })

  it('go up or down', () => {
    expect(moved('progress 3', 'progress 7')).toBe(64)
    expect(moved('progress 7', 'progress 3')).toBe(-64)
    expect(moved('progress 1', 'progress 2.5')).toBe(Math.round(64 * Math.log2(3.5)) - 64)
    expect(moved('progress 0.25', 'progress 0.5')).toBe(
      Math.round(64 * Math.log2(1.5)) - Math.round(64 * Math.log2(1.25)),
    )
    expect(moved('progress 1.75', 'progress 1.750')).toBe(0)
  })

  it('have other values when they are other numbers', () => {
    const value = (text: string): number | undefined => leavesOf(text)[0]?.[1]
    expect(value('progress 3')).toBe(value('progress 3'))
    expect(value('progress 3')).not.toBe(value('progress 4'))
  })

  it('are none where the text is long, or holds too many of them', () => {
    const many = (count: number): string => Array.from({ length: count }, (_, i) => i).join(' ')
    expect(leavesOf(many(16))).toHaveLength(16)
    expect(leavesOf(many(17))).toEqual([])
    expect(leavesOf(`1 ${'x'.repeat(1022)}`)).toHaveLength(1)
    expect(leavesOf(`1 ${'x'.repeat(1023)}`)).toEqual([])
    expect(leavesOf('1\n'.repeat(8))).toHaveLength(8)
    expect(leavesOf(`${'1\n'.repeat(8)}x`)).toEqual([])
  })
})
