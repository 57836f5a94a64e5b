import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Figure } from './figure.ts'

const main = resolve(import.meta.dirname, 'main.ts')

async function bench(...args: readonly string[]): Promise<{ readonly figures: readonly Figure[] }> {
  const node = ['-C', 'loop-observer-source', main, '--json', ...args]
  const { stdout } = await promisify(execFile)(process.execPath, node, { maxBuffer: 1 << 24 })
  return JSON.parse(stdout) as { readonly figures: readonly Figure[] }
}

test('measures the stages, each figure with its spread and the load of the machine', async () => {
  const { figures } = await bench('--only', 'stages', '--seconds', '0.2', '--repeats', '1')
  expect(figures.length).toBeGreaterThan(3)
  for (const figure of figures) {
    expect(figure.value).toBeGreaterThan(0)
    expect(figure).toMatchObject({ repeats: 1, min: figure.value, max: figure.value })
    expect(figure.load).toBeGreaterThanOrEqual(0)
  }
})

test('holds figures against what is promised', async () => {
  const { figures } = await bench('--only', 'checkpoints', '--seconds', '0.4', '--repeats', '1')
  const promises = figures.map(({ promise }) => promise?.text)
  expect(promises).toEqual(['≤ 5', '≤ 25', '≤ 5', '≤ 25', '≤ 5', '≤ 25', '≤ 5', '≤ 25'])
})

test('says what can be measured when asked for something else', async () => {
  await expect(bench('--only', 'nothing')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('throughput'),
  })
})
