import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../collector/cli/list.ts'
import { runCommand } from '../../../collector/cli/run-command.ts'
import { freePorts } from '../../support/free-port.ts'

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process. */
async function run(argv: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(argv, {
    env,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    human: false,
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** A server that gives every request the same answer; `use` gets its URL and what was asked of it. */
async function answering(
  status: number,
  body: string,
  use: (url: string, asked: readonly string[]) => Promise<void>,
): Promise<void> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim())
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked)
  } finally {
    server.close()
    await once(server, 'close')
  }
}

const remote = ['doctor', 'runs', 'explain', 'report', 'halt', 'resume']
const argumentsOf: Readonly<Record<string, readonly string[]>> = {
  explain: ['some-run'],
  halt: ['some-run'],
  resume: ['some-run'],
  replay: ['file'],
}

describe('help', () => {
  it('lists every command', async () => {
    for (const argv of [['help'], ['--help'], ['-h']]) {
      const { code, out } = await run(argv)
      expect(code).toBe(0)
      const width = Math.max(...commands.map(({ name }) => name.length))
      for (const { name, about } of commands) expect(out).toContain(`  ${name.padEnd(width)}  ${about}`)
    }
  })

  it.each(commands.map(({ name }) => name))('of %s shows usage and flags', async (name) => {
    const command = commands.find((each) => each.name === name)
    for (const argv of [
      [name, '--help'],
      [name, '-h'],
      ['help', name],
    ]) {
      const { code, out } = await run(argv)
      expect(code).toBe(0)
      expect(out).toContain(`Usage: loop-observer ${name}`)
      for (const [flag, { about }] of Object.entries(command?.flags ?? {})) {
        expect(out).toContain(`--${flag}`)
        expect(out).toContain(about)
      }
    }
  })

  it.each(remote)('of %s names --url, --token and --json', async (name) => {
    const { out } = await run([name, '--help'])
    for (const flag of ['--url URL', '--token TOKEN', '--json']) expect(out).toContain(flag)
  })
})

describe('a command that is called wrongly', () => {
  it('lists every command where none is named, on the error channel', async () => {
    const { code, out, err } = await run([])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toBe((await run(['--help'])).out)
  })

  it.each([
    { argv: ['explian'], says: 'Did you mean `explain`?' },
    { argv: ['explain'], says: 'Usage: loop-observer explain' },
    { argv: ['explain', 'a', 'b'], says: 'Usage: loop-observer explain' },
    { argv: ['runs', '--since', 'yesterday'], says: '--since takes 30d, 12h' },
    { argv: ['runs', '--outcome', 'halt'], says: 'Did you mean `halted`?' },
    { argv: ['runs', '--reason', 'boredom'], says: '--reason takes one of repetition' },
    { argv: ['runs', '--limit', '0'], says: '--limit takes a whole number from 1' },
    { argv: ['runs', 'stray'], says: 'Usage: loop-observer runs' },
    { argv: ['report', '--since', ''], says: '--since takes 30d, 12h' },
    { argv: ['halt'], says: 'Usage: loop-observer halt' },
    { argv: ['resume', 'a', '--steps', 'many'], says: '--steps takes a whole number from 1, not `many`' },
    { argv: ['replay'], says: 'Usage: loop-observer replay' },
    { argv: ['replay', 'f', '--preset', 'strct'], says: 'Did you mean `strict`?' },
    { argv: ['replay', 'f', '--policy', '/no/such/file'], says: '/no/such/file' },
    { argv: ['runs', '--agnet', 'a'], says: 'There is no flag `--agnet`. Did you mean `--agent`?' },
    { argv: ['doctor', '--verbose'], says: '--verbose' },
    { argv: ['runs', '--url'], says: '--url' },
  ])('is told so: $argv', async ({ argv, says }) => {
    const { code, out, err } = await run(argv)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain(says)
    expect(err).toMatch(/See loop-observer( \w+)? --help\./)
  })
})

describe('a command that asks an observer', () => {
  it.each(remote)('says that nobody answers: %s', async (name) => {
    const [port] = await freePorts(1)
    const url = `http://127.0.0.1:${port}`
    const { code, err } = await run([name, ...(argumentsOf[name] ?? [])], { LOOP_OBSERVER_URL: url })
    expect(code).toBe(1)
    expect(err).toBe(
      `No observer answers at ${url}. Start one (npm start, or loop-observer start), or name it with --url.`,
    )
  })

  it.each(remote)('passes on what a refusal says: %s', async (name) => {
    const refusal = {
      error: { code: 'forbidden', message: 'the token lacks a right', advice: 'Use another.' },
    }
    await answering(403, JSON.stringify(refusal), async (url) => {
      const { code, err } = await run([name, ...(argumentsOf[name] ?? []), '--url', url])
      expect(code).toBe(1)
      expect(err).toBe(`${url}: the token lacks a right. Use another.`)
    })
  })

  it('says when something else answers', async () => {
    await answering(200, '<html>', async (url) => {
      const { code, err } = await run(['runs', '--url', url])
      expect(code).toBe(1)
      expect(err).toContain(`${url} does not answer as a loop-observer does`)
    })
  })

  it('says of a token that is missing how the command line takes one', async () => {
    const refusal = { code: 'unauthenticated', message: 'this needs a token', advice: 'Send a header.' }
    await answering(401, JSON.stringify({ error: refusal }), async (url) => {
      const { code, err } = await run(['runs', '--url', url])
      expect(code).toBe(1)
      expect(err).toContain('this needs a token. Give one with --token, or in LOOP_OBSERVER_TOKEN.')
    })
  })

  it('takes flags before the environment, and sends the token', async () => {
    await answering(200, '{"nowMs":0,"runs":[],"next":null}', async (url, asked) => {
      const env = { LOOP_OBSERVER_URL: 'http://127.0.0.1:1', LOOP_OBSERVER_TOKEN: 'from-environment' }
      expect(await run(['runs', '--url', `${url}/`, '--limit', '3'], env)).toMatchObject({
        code: 0,
        out: 'No runs.',
      })
      await run(['runs', '--url', url, '--token', 'from-flag'], env)
      expect(asked).toEqual([
        'GET /v1/runs?limit=3 Bearer from-environment',
        'GET /v1/runs? Bearer from-flag',
      ])
    })
  })
})
