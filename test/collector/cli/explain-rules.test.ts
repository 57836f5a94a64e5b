import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rulesText } from '../../../collector/cli/explain/rules-text.ts'
import { runCommand } from '../../../collector/cli/run-command.ts'
import { openStore } from '../../../collector/store/open-store.ts'
import { startControl, type ControlServer } from '../control/server.ts'
import { loop, work } from '../control/steps.ts'
import { exportRequest } from '../../support/tool-spans.ts'

const folder = mkdtempSync(join(tmpdir(), 'loop-observer-explain-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function explain(
  ...argv: readonly string[]
): Promise<{ readonly code: number; readonly text: string }> {
  const out: string[] = []
  const print = (text: string): unknown => out.push(text)
  const code = await runCommand(['explain', ...argv], { env: {}, out: print, err: print, human: false })
  return { code, text: out.join('\n') }
}

function file(name: string, content: object | string): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const search = (i: number, observation: string): object => ({
  i,
  at: i * 1000,
  tool: 'search',
  args: { query: 'opening hours' },
  observation,
})
const edited = {
  i: 2,
  at: 2000,
  tool: 'edit_file',
  args: { path: 'a.ts' },
  observation: 'File a.ts was updated.',
}
const nothing = 'No page matches.'
const quiet = {
  v: 1,
  run_id: 'quiet',
  agent: 'guide',
  task: 'Find the opening hours',
  steps: [search(0, nothing), search(1, nothing), edited, search(3, nothing)],
}

describe('explain --rules of a live run', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(() => server.stop())

  it('has a line for each thought, numbered as the timeline is', async () => {
    for (const record of loop(3)) await server.report('r', [record])
    const { code, text } = await explain('r', '--rules', '--url', server.url)
    expect(code).toBe(0)
    expect(text).toMatch(/^#\s+STEP\s+RULE\s+WHAT IT SAW$/m)
    expect(text).toMatch(/^2\s+search\s+repetition\s+2 of 3 identical results \(nudge at 3, stop at 5\)$/m)
    expect(text).toMatch(/^3\s+search\s+repetition\s+3 of 5 identical results .*; so the agent was nudged$/m)
    expect((await explain('r', '--url', server.url)).text).not.toContain('WHAT IT SAW')
  })

  it('gives the thoughts as JSON, and only when asked', async () => {
    await server.report('r', loop(3))
    const of = async (...flags: readonly string[]) =>
      JSON.parse((await explain('r', '--json', '--url', server.url, ...flags)).text) as {
        readonly thinking?: object
        readonly log: readonly { readonly thoughts?: readonly object[] }[]
      }
    const told = await of('--rules')
    expect(told.thinking).toMatchObject({ from: 0, agrees: true })
    expect(told.log[2]?.thoughts).toContainEqual(
      expect.objectContaining({ reason: 'repetition', led: 'nudge' }),
    )
    const untold = await of()
    expect(untold.thinking).toBeUndefined()
    expect(untold.log[2]).not.toHaveProperty('thoughts')
  })

  it('says from where on it knows, when the log was trimmed', async () => {
    await server.stop()
    const store = await openStore({ url: 'sqlite::memory:', retention: { logLimit: 20 } })
    server = await startControl({ store })
    for (let i = 0; i < 12; i++) await server.report('r', work(4))
    const { text } = await explain('r', '--rules', '--url', server.url)
    expect(text).toMatch(
      /Worked out from record \d+ of the log on: the \d+ records before it are no longer kept/,
    )
    await store.close()
  })
})

describe('explain --rules --file', () => {
  it('says why nothing was done about a recorded run', async () => {
    const { code, text } = await explain('quiet', '--rules', '--file', file('runs.jsonl', quiet))
    expect(code).toBe(0)
    expect(text).toContain('No decision was made about this run.')
    expect(text).toContain('agent guide · task Find the opening hours')
    expect(text).toMatch(/^1 .*search\(\{"query":"opening hours"\}\)\s+empty: No page matches\.$/m)
    expect(text).toMatch(
      /^4\s+search\s+repetition\s+1 of 3 identical results \(nudge at 3, stop at 5\); a change in between began anew$/m,
    )
    expect(text).not.toContain('resume')
  })

  it('judges as the policy and the preset say', async () => {
    const path = file('strict.jsonl', quiet)
    const { text } = await explain('quiet', '--rules', '--preset', 'strict', '--file', path)
    expect(text).toMatch(/^2\s+search\s+repetition\s+2 of 3 identical results \(nudge at 2, stop at 3\)/m)
  })

  it('finds a run by its trace in a file of spans', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const spans = Array.from({ length: 3 }, (_, i) => ({
      traceId,
      spanId: (i + 1).toString(16).padStart(16, '0'),
      tool: 'search',
      args: { query: 'opening hours' },
      result: nothing,
      startMs: 1_796_000_000_000 + i * 1000,
      endMs: 1_796_000_000_100 + i * 1000,
    }))
    const path = file('spans.jsonl', exportRequest('guide', spans))
    const { text } = await explain(`trace:${traceId}`, '--rules', '--file', path)
    expect(text).toMatch(/^3\s+search\s+repetition\s+3 of 5 identical results .*; so the agent was nudged$/m)
  })

  it('takes the only run of a file when none is named, and asks for a name when there are several', async () => {
    const only = await explain('--rules', '--file', file('only.jsonl', quiet))
    expect(only.code).toBe(0)
    expect(only.text).toMatch(/^4\s+search\s+repetition\s+1 of 3 identical results/m)
    const two = [quiet, { ...quiet, run_id: 'still' }].map((run) => JSON.stringify(run)).join('\n')
    const several = await explain('--file', file('two.jsonl', two))
    expect(several.code).toBe(1)
    expect(several.text).toContain('holds several runs: name one; it holds quiet, still.')
    expect(await explain('--rules')).toMatchObject({
      code: 2,
      text: expect.stringContaining('Usage: loop-observer explain') as string,
    })
  })

  it('says which runs a file holds, when not that one', async () => {
    const { code, text } = await explain('other', '--file', file('one.jsonl', quiet))
    expect(code).toBe(1)
    expect(text).toContain('holds no run other; it holds quiet.')
  })
})

describe('the text of what rules thought', () => {
  it('says what to take with care', () => {
    const thinking = { from: 0, agrees: false, policyVersion: 'p', engineVersion: '2' }
    const text = rulesText([], [], { thinking, engineVersion: '1', policyVersion: 'old' })
    expect(text).toContain('Judged once more, the run would be decided otherwise than it was')
    expect(text).toContain('The run was judged by version 1 of the rules, this is what version 2 thinks.')
    expect(text).toContain('The policy old that judged it is not known here: this is what p says.')
    expect(text).toContain('No rule had anything to say.')
    expect(rulesText([], [], { thinking: null, engineVersion: null, policyVersion: null })).toContain(
      'the log is not kept',
    )
  })
})
