import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startGuard } from '../../../collector/guard/start-guard.ts'
import { until } from '../../support/deadline.ts'
import { startObserver } from '../../support/observer.ts'
import { readRun } from '../../support/observer-reading.ts'
import { agents } from './agents.ts'
import { startModelServer } from './model/server.ts'

const running: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of running.splice(0).toReversed()) await stop()
})

/** A guard in this process before a scripted model. */
async function guardBefore(controlUrl: string, changes: boolean[] = []) {
  const model = await startModelServer()
  running.push(() => model.stop())
  const defects: unknown[] = []
  const guard = await startGuard({
    listen: { host: '127.0.0.1', port: 0, setting: 'test' },
    upstream: new URL(model.url),
    url: controlUrl,
    token: null,
    agent: null,
    waitMs: 300,
    windowMs: 60_000,
    onAct: () => undefined,
    onChange: (isThere) => changes.push(isThere),
    onDefect: (error) => defects.push(error),
  })
  running.push(async () => {
    await guard.stop(0)
    expect(defects).toEqual([])
  })
  return { guard, model }
}

describe('a guard whose observer', () => {
  it('hangs holds a run up once, and no longer than it may', async () => {
    const sockets = new Set<Socket>()
    const hanging = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
    hanging.listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    running.push(async () => {
      for (const socket of sockets) socket.destroy()
      const closed = once(hanging, 'close')
      hanging.close()
      await closed
    })
    const { port } = hanging.address() as AddressInfo
    const changes: boolean[] = []
    const { guard } = await guardBefore(`http://127.0.0.1:${port}`, changes)
    const startedMs = performance.now()
    const ended = await agents['OpenAI chat']?.({ baseUrl: guard.url, model: 'loops' })
    const tookMs = performance.now() - startedMs
    expect(ended).toMatchObject({ turns: 14 })
    expect(changes).toEqual([false])
    // One wait of 300 ms; the rest is the agent's own time on a busy machine.
    expect(tookMs).toBeGreaterThan(290)
    expect(tookMs).toBeLessThan(2500)
  })

  it('talks nonsense is as if it were away', async () => {
    const nonsense = await startModelServer()
    running.push(() => nonsense.stop())
    const changes: boolean[] = []
    const { guard, model } = await guardBefore(`${nonsense.url}/v1`, changes)
    const ended = await agents['Anthropic messages, streamed']?.({ baseUrl: guard.url, model: 'works' })
    expect(ended).toMatchObject({ text: 'All six pages are read.' })
    expect(model.received).toHaveLength(7)
  })

  it('dies and comes back hears of what it missed, each call once', async () => {
    const observer = await startObserver()
    running.push(() => observer.stop())
    const changes: boolean[] = []
    const { guard } = await guardBefore(observer.controlUrl, changes)
    const messages: object[] = [{ role: 'user', content: 'Go.' }]
    const turn = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const id = `call_number_${messages.length}`
        const asks = {
          id,
          type: 'function',
          function: { name: 'read', arguments: `{"page":${messages.length}}` },
        }
        messages.push({ role: 'assistant', content: null, tool_calls: [asks] })
        messages.push({ role: 'tool', tool_call_id: id, content: `What stands there: ${id}` })
      }
      const response = await fetch(`${guard.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-loop-run': 'r' },
        body: JSON.stringify({ model: 'works', messages }),
      })
      expect(response.status).toBe(200)
      await response.text()
    }
    await turn(2)
    await observer.kill('SIGKILL')
    await turn(1)
    await turn(1)
    expect(changes).toEqual([false])
    await observer.restart()
    await until(
      async () => {
        await turn(0)
        return changes.length === 2
      },
      { what: 'the guard asks again', intervalMs: 200 },
    )
    expect((await readRun(observer.controlUrl, 'r'))?.summary?.totals.toolCalls).toBe(4)
  })
})
