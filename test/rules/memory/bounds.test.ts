import { describe, expect, it } from 'vitest'
import { createMemory, judge, type RunMemory } from '@loop-observer/rules'
import { policyOf, Script } from '../../support/steps.ts'

function bytesOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value === 'string') return value.length + 1
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce((sum: number, each) => sum + bytesOf(each), 8)
}

function memoryAfter(script: Script): RunMemory {
  const policy = policyOf()
  return judge(createMemory('run', 'sdk', policy.version), script.steps, policy).memory
}

const lines = (index: number, count: number): string =>
  Array.from({ length: count }, (_, k) => `line ${k} of page ${index} has words of its own`).join('\n')

describe('the memory of a run', () => {
  it('takes about 4 KB in a typical run', () => {
    const script = new Script().times(12, (run, index) =>
      run.call({ tool: 'read', args: { page: index }, gives: lines(index, 15), callId: `call_${index}` }),
    )
    expect(bytesOf(memoryAfter(script))).toBeLessThan(6 * 1024)
  })

  it('stays below 64 KB however long the run, however many its lanes and tools', () => {
    const script = new Script().times(6000, (run, index) =>
      run.call({
        tool: `tool number ${index % 200}`,
        args: { page: index },
        gives: lines(index, 60),
        callId: `call_${'x'.repeat(20)}_${index}`,
        lane: index % 3 === 0 ? 'main' : `lane ${index % 40}`,
      }),
    )
    expect(bytesOf(memoryAfter(script))).toBeLessThan(64 * 1024)
  })
})
