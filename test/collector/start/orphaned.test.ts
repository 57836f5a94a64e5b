import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'

const stopSignal = new URL('../../../collector/start/stop-signal.ts', import.meta.url).href
const waits = `
  import { stopSignal } from '${stopSignal}'
  const alive = setInterval(() => {}, 1000)
  console.log(process.pid)
  console.log(await stopSignal())
  clearInterval(alive)
`

/** The process behind a shell, as npm starts it, and what it says. */
async function behindShell(env: Readonly<Record<string, string>>) {
  const { npm_lifecycle_event: _, ...own } = process.env
  const node = `"${process.execPath}" --input-type=module -e "$WAITS"`
  // A second command keeps the shell from becoming the process itself.
  const shell = spawn('sh', ['-c', `${node}; true`], {
    env: { ...own, ...env, WAITS: waits },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => void (said += text))
  await vi.waitFor(() => expect(said).toMatch(/^\d+\n/), { timeout: 20_000 })
  return { shell, pid: Number(said.split('\n')[0]), said: () => said }
}

test('an observer that npm started stops when the shell between them is killed', async () => {
  const { shell, said } = await behindShell({ npm_lifecycle_event: 'start' })
  const closed = once(shell, 'close')
  shell.kill('SIGKILL')
  await closed
  expect(said()).toMatch(/^\d+\nSIGTERM\n$/)
}, 30_000)

test('one that a shell put into the background goes on', async () => {
  const { shell, pid, said } = await behindShell({})
  const gone = once(shell, 'exit')
  const closed = once(shell, 'close')
  shell.kill('SIGKILL')
  await gone
  process.kill(pid, 'SIGINT')
  await closed
  expect(said()).toMatch(/^\d+\nSIGINT\n$/)
}, 30_000)
