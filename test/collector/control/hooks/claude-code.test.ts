import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../support/deadline.ts'
import { startObserver, type RunningObserver } from '../../../support/observer.ts'
import { readRun } from '../../../support/observer-reading.ts'
import { writePolicy } from '../../../support/policy-file.ts'
import { Session } from './session.ts'

describe('the hooks of Claude Code', () => {
  let observer: RunningObserver
  let policy: Awaited<ReturnType<typeof writePolicy>>
  beforeAll(async () => {
    policy = await writePolicy('mode: { hooks: enforce }\n')
    observer = await startObserver({ args: ['--policy', policy.path] })
  })
  afterAll(async () => {
    await observer.stop()
    await policy.remove()
  })

  const missing = { command: 'npm test -- billing', description: 'Run the billing tests' }
  const output = {
    stdout: 'No test files found, exiting with code 1',
    stderr: '',
    interrupted: false,
    isImage: false,
  }

  it('nudge a session that loops, once, then stop it', async () => {
    const session = new Session(observer.controlUrl)
    expect(await session.prompt('Fix the billing tests')).toEqual({})
    const answers = await session.repeat(8, 'Bash', missing, output)
    const nudges = answers.filter((each) => each.hookSpecificOutput?.additionalContext !== undefined)
    expect(nudges).toHaveLength(1)
    expect(nudges[0]?.hookSpecificOutput?.hookEventName).toBe('PostToolUse')
    const stop = answers.findIndex((each) => each.continue === false)
    expect(stop).toBeGreaterThan(answers.indexOf(nudges[0] ?? {}))
    expect(answers[stop]?.stopReason).toContain('repetition')
    const run = await readRun(observer.controlUrl, session.id)
    expect(run?.summary).toMatchObject({ outcome: 'halted', source: 'hooks', agent: 'claude-code' })
  })

  it('deny the next call of a session that is stopped, and let a new prompt take it up again', async () => {
    const session = new Session(observer.controlUrl)
    await session.repeat(8, 'Bash', missing, output)
    expect(await session.before('Bash', missing)).toMatchObject({
      continue: false,
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' },
    })
    await session.fire('Stop', { stop_hook_active: false })
    expect((await readRun(observer.controlUrl, session.id))?.summary?.outcome).toBe('halted')
    await session.prompt('Try the other folder')
    expect(await session.before('Read', { file_path: '/a' })).toEqual({})
    expect(
      await session.call('Read', { file_path: '/a' }, { type: 'text', file: { content: 'abc' } }),
    ).toEqual({})
  })

  it('deny the tools that an operator took away, and no others', async () => {
    const session = new Session(observer.controlUrl)
    await session.call('Read', { file_path: '/a' }, 'abc')
    const act = (name: string, body: object) =>
      fetch(`${observer.controlUrl}/v1/runs/${session.id}/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await act('halt', {})).status).toBe(200)
    expect((await act('resume', { tools: { deny: ['Web*'] } })).status).toBe(200)
    const denied = await session.before('WebSearch', { query: 'billing' })
    expect(denied.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' })
    expect(denied.continue).toBeUndefined()
    expect(await session.before('Read', { file_path: '/b' })).toEqual({})
  })

  it('let nobody but an operator take up what an operator stopped', async () => {
    const session = new Session(observer.controlUrl)
    await session.call('Read', { file_path: '/a' }, 'abc')
    const halt = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
    expect((await fetch(`${observer.controlUrl}/v1/runs/${session.id}/halt`, halt)).status).toBe(200)
    await session.prompt('Go on')
    expect(await session.before('Read', { file_path: '/b' })).toMatchObject({ continue: false })
  })

  it('leave a session alone that works, and note how it ends', async () => {
    const session = new Session(observer.controlUrl)
    await session.prompt('Summarise the folder')
    for (let page = 1; page <= 12; page++) {
      const file = { filePath: `/src/part-${page}.ts`, content: `export const part${page} = ${page * 7919}` }
      expect(await session.call('Read', { file_path: file.filePath }, { type: 'text', file })).toEqual({})
    }
    expect(await session.fire('Stop', { stop_hook_active: false })).toEqual({})
    const run = await readRun(observer.controlUrl, session.id)
    expect(run?.summary).toMatchObject({ outcome: 'answered', totals: { toolCalls: 12 } })
    await session.fire('SessionEnd', { reason: 'prompt_input_exit' })
    expect((await readRun(observer.controlUrl, session.id))?.summary?.outcome).toBe('answered')
  })

  it('see through the time that a tool says it took', async () => {
    const session = new Session(observer.controlUrl)
    const answers = []
    for (let turn = 0; turn < 8; turn++) {
      const found = { filenames: [], durationMs: 3 + turn * 7, numFiles: 0, truncated: false }
      answers.push(await session.call('Glob', { pattern: '**/*.cfg' }, found))
    }
    expect(answers.some((each) => each.continue === false)).toBe(true)
  })

  it('know a failure by its own event', async () => {
    const session = new Session(observer.controlUrl)
    for (let turn = 0; turn < 3; turn++) {
      const failed = { tool_name: 'Read', tool_input: { file_path: '/gone' }, error: 'File does not exist.' }
      await session.fire('PostToolUseFailure', {
        ...failed,
        tool_use_id: `toolu_${turn}`,
        is_interrupt: false,
      })
    }
    const response = await fetch(`${observer.controlUrl}/v1/runs/${session.id}/steps`)
    const { steps } = (await response.json()) as { steps: readonly { kind: string; ok?: boolean }[] }
    expect(steps.filter(({ kind, ok }) => kind === 'tool' && ok === false)).toHaveLength(3)
  })

  it('count a call once that is posted twice', async () => {
    const session = new Session(observer.controlUrl)
    for (let turn = 0; turn < 2; turn++) {
      await session.fire('PostToolUse', {
        tool_name: 'Read',
        tool_input: { file_path: '/a' },
        tool_response: 'abc',
        tool_use_id: 'toolu_same',
      })
    }
    expect((await readRun(observer.controlUrl, session.id))?.summary?.totals.toolCalls).toBe(1)
  })

  it('stop the sub-agent that loops and not the others', async () => {
    const session = new Session(observer.controlUrl)
    await session.call('Read', { file_path: '/plan' }, 'the plan')
    const actor = { agent_id: 'a1', agent_type: 'Explore' }
    const answers = await session.repeat(8, 'Bash', missing, output, actor)
    expect(answers.some((each) => each.continue === false)).toBe(true)
    expect(await session.before('Read', { file_path: '/b' })).toEqual({})
    expect(await session.before('Read', { file_path: '/b' }, actor)).toMatchObject({ continue: false })
  })

  it('take calls that run side by side for one round, whichever ends first', async () => {
    const session = new Session(observer.controlUrl)
    const calls = ['/a', '/b', '/c'].map((path) => ({
      tool: 'Read',
      input: { file_path: path },
      id: `toolu_${path}`,
    }))
    for (const { tool, input, id } of calls) await session.before(tool, input, { tool_use_id: id })
    for (const { tool, input, id } of calls.toReversed()) {
      const done = { tool_name: tool, tool_input: input, tool_response: `content of ${id}`, tool_use_id: id }
      expect(await session.fire('PostToolUse', done)).toEqual({})
    }
    const run = await readRun(observer.controlUrl, session.id)
    expect(run).toMatchObject({ summary: { totals: { toolCalls: 3 } } })
  })

  it('answer nothing to what they cannot read, and count it', async () => {
    const url = `${observer.controlUrl}/v1/hooks/claude-code`
    const bodies = [
      '',
      '{',
      '[]',
      '{"session_id":7}',
      '{"session_id":"s"}',
      'null',
      '{"hook_event_name":"Stop"}',
    ]
    for (const body of bodies) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      })
      expect([response.status, await response.text()], body).toEqual([200, '{}'])
    }
    const plain = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{}' })
    expect([plain.status, await plain.text()]).toEqual([200, '{}'])
    const late = await fetch(`${url}?wait=x`, { method: 'POST', body: '{}' })
    expect([late.status, await late.text()]).toEqual([200, '{}'])
    const metrics = await (await fetch(`${observer.controlUrl}/metrics`)).text()
    const [, counted] = /hook_events_total\{event="other",result="unreadable"\} (\d+)/.exec(metrics) ?? []
    expect(counted).toBe(String(bodies.length + 2))
  })

  it('answer in time, and lose nothing, when judging takes longer', async () => {
    const session = new Session(observer.controlUrl)
    const hasty = session.hasty(0)
    const answers = await hasty.repeat(3, 'Bash', missing, output)
    const nudged = async () => (await readRun(observer.controlUrl, session.id))?.decisions.length === 1
    await until(nudged, { what: 'the session is judged all the same' })
    const batch = await session.fire('PostToolBatch', {})
    const nudges = [...answers, batch].filter(
      (each) => each.hookSpecificOutput?.additionalContext !== undefined,
    )
    expect(nudges).toHaveLength(1)
  })

  it('ignore events that are none of theirs', async () => {
    const session = new Session(observer.controlUrl)
    expect(await session.fire('Notification', { message: 'Claude is waiting' })).toEqual({})
    expect(await session.fire('PostToolUse', {})).toEqual({})
    expect(await readRun(observer.controlUrl, session.id)).toBeNull()
  })
})

describe('the hooks of Claude Code without a policy', () => {
  it('record what they would have done, and change nothing', async () => {
    const observer = await startObserver()
    try {
      const session = new Session(observer.controlUrl)
      const answers = await session.repeat(8, 'Bash', { command: 'ls' }, { stdout: '', stderr: '' })
      expect(answers).toEqual(answers.map(() => ({})))
      const run = await readRun(observer.controlUrl, session.id)
      expect(run?.decisions.map(({ action, enforced }) => [action, enforced])).toEqual([
        ['nudge', false],
        ['halt', false],
      ])
    } finally {
      await observer.stop()
    }
  })
})
