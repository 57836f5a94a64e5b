import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../../collector/cli/run-command.ts'
import { startControl, type ControlServer } from '../control/server.ts'
import { loop, work } from '../control/steps.ts'

let server: ControlServer
beforeAll(async () => {
  server = await startControl()
  await server.report('8761cfdf-0bde-4586-a0a7-8987d4c3dc7e', loop(5))
  await server.report('8761cfdf-1111-4586-a0a7-8987d4c3dc7e', work(3))
  await server.report('deadbeef', work(2))
  await server.report('deadbeef-0bde-4586-a0a7-8987d4c3dc7e', work(2))
})
afterAll(() => server.stop())

const type = async (
  argv: readonly string[],
  env: Record<string, string> = { LOOP_OBSERVER_URL: server.url },
) => {
  const said: string[] = []
  const print = (text: string): number => said.push(text)
  return {
    code: await runCommand(argv, { env, out: print, err: print, human: false }),
    text: said.join('\n'),
  }
}

test('a run is found by the beginning of its id, where only one begins so', async () => {
  const { code, text } = await type(['explain', '8761cfdf-0'])
  expect(code).toBe(0)
  expect(text).toMatch(/^8761cfdf-0bde-4586-a0a7-8987d4c3dc7e: halted/)
  expect((await type(['resume', '8761CFDF-0b'])).text).toMatch(/^8761cfdf-0bde-4586-a0a7-8987d4c3dc7e: open/)
})

test('where several begin so it is said how many, and which', async () => {
  const { code, text } = await type(['explain', '8761cfdf'])
  expect(code).toBe(1)
  expect(text).toMatch(/2 runs begin with 8761cfdf: 8761cfdf-.*, 8761cfdf-.*\. Give more digits\./)
})

test('a run that is called so is meant itself, and what nothing begins with is not known', async () => {
  expect((await type(['explain', 'deadbeef'])).text).toMatch(/^deadbeef: open/)
  expect(await type(['explain', '0123456789'])).toMatchObject({
    code: 1,
    text: expect.stringContaining('No run 0123456789 is known') as string,
  })
})

test('an empty LOOP_OBSERVER_URL is none', async () => {
  const { text } = await type(['explain', 'deadbeef', '--url', 'http://127.0.0.1:1/'], {
    LOOP_OBSERVER_URL: '',
  })
  expect(text).toContain('No observer answers at http://127.0.0.1:1.')
  expect((await type(['runs'], { LOOP_OBSERVER_URL: '' })).text).not.toContain('answers at .')
})
