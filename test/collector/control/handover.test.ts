import { afterEach, beforeEach, expect, test } from 'vitest'
import { loopObserver, ToolRefused } from '@loop-observer/sdk'
import { runCommand } from '../../../collector/cli/run-command.ts'
import { startControl, type ControlServer } from './server.ts'

let server: ControlServer
beforeEach(async () => {
  server = await startControl()
})
afterEach(() => server.stop())

function observer() {
  return loopObserver({ agent: 'guide', endpoint: server.url, waitMs: 10_000, onError: () => {} })
}

async function command(...argv: readonly string[]): Promise<number> {
  const terminal = { env: {}, out: () => {}, err: (text: string) => console.error(text), human: false }
  return runCommand([...argv, '--url', server.url], terminal)
}

/** Asks two services that are down, after one that answered, until it is stopped. */
async function untilEscalated(runId: string) {
  return observer().run({ runId }, async (run) => {
    await run.tool('read_file', { path: 'a' }, () => 'the customer is number 4711')
    for (let at = 0; at < 30; at += 1) {
      const advice = await run.checkpoint()
      if (advice.action === 'halt') return run.stop(advice)
      const tool = at % 2 === 0 ? 'search_web' : 'search_wiki'
      await run
        .tool(tool, { query: at }, () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:443')))
        .catch(() => {})
    }
    return run.answer('never stopped')
  })
}

test('an escalation carries what whoever takes over needs: tried, missing, the trace, and what else there is', async () => {
  const outcome = await untilEscalated('escalates')
  expect(outcome).toMatchObject({
    outcome: 'escalated',
    stopped: { reason: 'dependency_down' },
    otherTools: ['read_file'],
    resumable: true,
  })
  const { body } = await server.call('/v1/runs/escalates')
  expect(body.summary.outcome).toBe('escalated')
  expect(body.decisions.at(-1)).toMatchObject({
    action: 'escalate',
    missing: expect.stringContaining('search_web'),
    handover: { traceId: outcome.traceId, otherTools: ['read_file'] },
  })
  expect(body.decisions[0].handover).toBeUndefined()
})

test('the run goes on with other tools when a person says so: the SDK refuses those taken away', async () => {
  await untilEscalated('goes-on')
  expect(await command('resume', 'goes-on', '--deny', 'search_*, send_*', '--steps', '90')).toBe(0)
  const called: string[] = []
  const outcome = await observer().run({ runId: 'goes-on' }, async (run) => {
    expect((await run.checkpoint()).action).toBe('continue')
    expect([run.mayUse('search_web'), run.mayUse('read_file')]).toEqual([false, true])
    const refused = run.tool('search_web', { query: 1 }, () => called.push('search_web'))
    await expect(refused).rejects.toBeInstanceOf(ToolRefused)
    await expect(refused).rejects.toThrow('has taken this tool away')
    await run.tool('read_file', { path: 'b' }, () => called.push('read_file'))
    return run.answer('found in b')
  })
  expect(called).toEqual(['read_file'])
  expect(outcome).toMatchObject({ outcome: 'answered', steps: 1 })
  const { body } = await server.call('/v1/runs/goes-on/checkpoint', { method: 'POST' })
  expect(body.tools).toEqual({ allow: null, deny: ['search_*', 'send_*'] })
})

test('what is allowed, too, and a later resume replaces it', async () => {
  await untilEscalated('allows')
  const resume = (body: object) => server.call('/v1/runs/allows/resume', { body })
  expect((await resume({ tools: { allow: ['read_*'] } })).status).toBe(200)
  const told = async () => (await server.call('/v1/runs/allows/decision')).body.tools
  expect(await told()).toEqual({ allow: ['read_*'], deny: [] })
  await server.call('/v1/runs/allows/halt', { body: {} })
  await resume({ limits: { steps: 50 } })
  expect(await told()).toEqual({ allow: ['read_*'], deny: [] })
  await server.call('/v1/runs/allows/halt', { body: {} })
  await resume({ tools: {} })
  expect(await told()).toEqual({ allow: null, deny: [] })
  const { steps } = (await server.call('/v1/runs/allows/steps')).body
  const acts = steps.filter(({ act }: { act?: string }) => act === 'resume')
  expect(acts[0].tools).toEqual({ allow: ['read_*'], deny: [] })
  expect((await resume({ tools: { allow: [''] } })).status).toBe(400)
})
