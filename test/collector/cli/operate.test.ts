import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../../collector/cli/run-command.ts'
import { startControl, type ControlServer } from '../control/server.ts'
import { loop, work } from '../control/steps.ts'

describe('an operator at the terminal', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl({ policy: { limits: { toolCalls: 6 }, tools: { approval: ['send_mail'] } } })
  })
  afterEach(() => server.stop())

  const type = async (...argv: readonly string[]): Promise<{ code: number; text: string }> => {
    const said: string[] = []
    const print = (text: string): number => said.push(text)
    const env = { LOOP_OBSERVER_URL: server.url }
    return {
      code: await runCommand(argv, { env, out: print, err: print, human: false }),
      text: said.join('\n'),
    }
  }

  it('sees which runs met a limit, and what they were doing then', async () => {
    await server.report('limited', work(8))
    await server.report('looping', loop(5), { agent: 'research' })
    const all = await type('runs', '--limit-hit', '--since', '1h')
    expect(all.text).toContain('LIMIT MET')
    expect(all.text).toMatch(/limited .*budget_tool_calls \(genuine_complexity\)/)
    expect(all.text).not.toContain('looping')
    expect((await type('runs', '--limit-hit', '--class', 'genuine_complexity')).text).toContain('limited')
    expect((await type('runs', '--limit-hit', '--class', 'exhaustion')).text).toBe('No runs.')
    const wrong = await type('runs', '--class', 'exhausted')
    expect(wrong).toMatchObject({
      code: 2,
      text: expect.stringContaining('Did you mean `exhaustion`?') as string,
    })
  })

  it('halts a run, and lets it go on with a larger limit', async () => {
    await server.report('r', work(3))
    expect(await type('halt', 'r', '--note', 'wrong customer')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^r: halted, halt/) as string,
    })
    const explained = await type('explain', 'r')
    expect(explained.text).toContain('wrong customer')
    expect(await type('resume', 'r', '--steps', '50')).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^r: open, continue/) as string,
    })
    expect(await type('resume', 'r')).toMatchObject({
      code: 1,
      text: expect.stringContaining('nothing of it was stopped') as string,
    })
  })

  it('gives a run any of its limits anew, a cost in parts of a dollar too', async () => {
    await server.report('r', work(3))
    await type('halt', 'r')
    const flags = ['--steps', '50', '--tool-calls', '60', '--tokens', '70000', '--cost', '1.25']
    const resumed = await type('resume', 'r', ...flags, '--seconds', '800', '--effects', '9')
    expect(resumed.code).toBe(0)
    const { body } = await server.call('/v1/runs/r')
    const limits = { steps: 50, toolCalls: 60, tokens: 70_000, costUsd: 1.25, seconds: 800, effects: 9 }
    expect(body).toMatchObject({ limits })
    for (const wrong of ['0', 'much', '']) {
      expect(await type('resume', 'r', '--cost', wrong)).toMatchObject({
        code: 2,
        text: expect.stringContaining('--cost takes a number above 0') as string,
      })
    }
  })

  it('is told which limit to raise, and that a limit which is used up still would stop it at once', async () => {
    await server.report('r', work(8))
    const { text } = await type('explain', 'r')
    expect(text).toContain('To let it go on: loop-observer resume r --tool-calls 12\n')
    const there = await type('explain', 'r', '--url', server.url, '--token', 'mine')
    expect(there.text).toContain(`resume r --tool-calls 12 --url ${server.url} --token TOKEN\n`)
    for (const flags of [[], ['--steps', '90'], ['--tool-calls', '6'], ['--tool-calls', '8']]) {
      const refused = await type('resume', 'r', ...flags)
      expect(refused.code).toBe(1)
      expect(refused.text).toMatch(/run r has used 8 of [68] tool calls .* larger limit \(--tool-calls 1[26]/)
    }
    expect((await server.call('/v1/runs/r')).body).toMatchObject({ summary: { outcome: 'halted' } })
    expect((await type('resume', 'r', '--tool-calls', '12')).text).toMatch(/^r: open, continue/)
  })

  it('answers for an effect that waits, yes or no', async () => {
    await server.report('r', work(2))
    for (const id of ['mail-1', 'mail-2']) {
      const asked = await server.call('/v1/runs/r/effects', { body: { id, tool: 'send_mail' } })
      expect(asked.body).toMatchObject({ answer: 'waiting' })
    }
    expect((await type('runs', '--outcome', 'suspended')).text).toContain('suspended')
    expect((await type('approve', 'r', 'mail-1')).text).toContain('mail-1 granted')
    expect((await type('approve', 'r', 'mail-2', '--no', '--note', 'not to him')).text).toContain(
      'mail-2 denied',
    )
    expect((await type('approve', 'r', 'mail-3')).code).toBe(1)
  })
})
