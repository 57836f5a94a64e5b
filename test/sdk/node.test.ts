import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startControlServer } from './control-server.ts'

const agent = resolve(import.meta.dirname, 'node-agent.ts')

test('an application without a provider gets one, and its spans arrive though it never says goodbye', async () => {
  const bodies: Buffer[] = []
  const otlp = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => bodies.push(chunk))
    request.on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(otlp, 'listening')
  const { port } = otlp.address() as AddressInfo
  const control = await startControlServer()
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '-C',
      'loop-observer-source',
      agent,
      control.url,
      `http://127.0.0.1:${port}/v1/traces`,
    ])
    expect(JSON.parse(stdout)).toMatchObject({
      setsUpProvider: true,
      secondSetsUp: false,
      outcome: 'answered',
    })
    const sent = Buffer.concat(bodies).toString('latin1')
    for (const name of [
      'execute_tool search',
      'invoke_agent node agent',
      'the service',
      'loop.step.id',
      'loop.run.id',
    ]) {
      expect(sent).toContain(name)
    }
    expect(sent).not.toContain('/v1/runs')
    expect(control.to('/outcome')).toHaveLength(1)
  } finally {
    await control.stop()
    otlp.closeAllConnections()
    otlp.close()
  }
})
