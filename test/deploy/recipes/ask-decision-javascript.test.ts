import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { freePorts } from '../../support/free-port.ts'

const recipe = resolve(import.meta.dirname, '../../../deploy/recipes/ask-decision.mjs')

// That it ends a loop is shown by the agents in test/live/frameworks, which all use it.
describe('the JavaScript recipe', () => {
  it('has at most fifteen lines and needs nothing', () => {
    const text = readFileSync(recipe, 'utf8')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(15)
    expect(text).not.toMatch(/^import |require\(/m)
  })

  it('goes on when there is no observer', async () => {
    const [port] = await freePorts(1)
    const code = `const { askDecision } = await import(${JSON.stringify(pathToFileURL(recipe).href)})
console.log(JSON.stringify(await askDecision('0af7651916cd43dd8448eb211c80319c', 3, 'b7ad6b7169203331')))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
      env: { ...process.env, LOOP_OBSERVER_URL: `http://127.0.0.1:${port}` },
    })
    expect(JSON.parse(stdout)).toEqual({ action: 'continue', seq: 3 })
  })
})
