import { execFile } from 'node:child_process'
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '../../collector/cli/run-command.ts'
import { page } from '../docs/markdown.ts'
import { until } from '../support/deadline.ts'
import { freePorts } from '../support/free-port.ts'
import { readRun } from '../support/observer-reading.ts'
import { startObserver, type RunningObserver } from '../support/observer.ts'

const root = resolve(import.meta.dirname, '../..')
const demoTimeoutMs = 60_000

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a script of the project as `npm run` does, with what is said about the observer in its environment. */
function script(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const options = { cwd: root, env: { ...process.env, ...env }, timeout: demoTimeoutMs, maxBuffer: 2 ** 24 }
  const command = ['-C', 'loop-observer-source', join(root, file), ...args]
  return new Promise((done) => {
    execFile(process.execPath, command, options, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code ?? -1), out, err }),
    )
  })
}

function near({ controlUrl, otlpUrl }: RunningObserver): NodeJS.ProcessEnv {
  return { LOOP_OBSERVER_URL: controlUrl, OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl }
}

let observer: RunningObserver
let demo: Ended

/** Runs a command in this process, which is quicker; it asks the observer all the same. */
const command = (...argv: string[]): Promise<Ended> => commandFor(false, argv)

async function commandFor(human: boolean, argv: readonly string[]): Promise<Ended> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommand(argv, {
    env: near(observer),
    out: (text) => out.push(`${text}\n`),
    err: (text) => err.push(`${text}\n`),
    human,
  })
  return { code, out: out.join(''), err: err.join('') }
}

/** Id of the run of one of the demo's agents, as `runs --json` gives it. */
async function runOf(agent: string): Promise<string> {
  const { out } = await command('runs', '--agent', agent, '--json')
  const { runs } = JSON.parse(out) as { readonly runs: readonly { readonly run: string }[] }
  expect(runs).toHaveLength(1)
  return runs[0]?.run ?? ''
}

beforeAll(async () => {
  observer = await startObserver()
  demo = await script('deploy/demo/main.ts', [], near(observer))
}, 90_000)

afterAll(async () => {
  await observer?.stop()
})

describe('the demo', () => {
  it('succeeds, with every outcome right', () => {
    expect(demo.code, demo.out + demo.err).toBe(0)
    expect(demo.err).toBe('')
  })

  it.each([
    ['repeats', 'halted: repetition', 25],
    ['oscillates', 'halted: oscillation', 25],
    ['searches', 'halted: exhaustion', 25],
    ['obeys', 'answered', 25],
    ['works', 'answered', 12],
    ['polls', 'answered', 9],
    ['watched', 'failed', 25],
  ])('shows that %s is %s, and would have made %i steps alone', (agent, outcome, alone) => {
    const line = demo.out.split('\n').find((each) => each.startsWith(agent) && each.endsWith('yes')) ?? ''
    const [, nudges, steps, without, saved] = /(\d+) +(\d+) +(\d+) +(\d+) +yes$/.exec(line) ?? []
    expect(line).toContain(` ${outcome} `)
    expect(Number(without)).toBe(alone)
    expect(Number(saved)).toBe(alone - Number(steps))
    if (outcome !== 'answered' && agent !== 'watched') expect(Number(steps)).toBeLessThan(12)
    expect(Number(nudges) > 0).toBe(!['works', 'polls', 'watched'].includes(agent))
  })

  it('says that an agent with plain spans was only watched', () => {
    expect(demo.out).toMatch(
      /watched was only watched \(mode shadow\): it would have been halted for repetition/,
    )
  })

  it('ends with what to try next', () => {
    expect(demo.out).toMatch(/npm run loop-observer -- explain [0-9a-f-]{36}\n/)
    expect(demo.out).toContain(`${observer.controlUrl}/#/runs/`)
  })

  it('says what is missing when no observer answers', async () => {
    const [port] = await freePorts(1)
    const env = { LOOP_OBSERVER_URL: `http://127.0.0.1:${port}` }
    const { code, out } = await script('deploy/demo/main.ts', [], env)
    expect(code).toBe(1)
    expect(out).toContain(`No observer answers at http://127.0.0.1:${port}.`)
    expect(out).toContain('npm start')
  })

  it('says where spans do not arrive', async () => {
    const [port] = await freePorts(1)
    const env = { ...near(observer), OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
    const { code, out } = await script('deploy/demo/main.ts', [], env)
    expect(code).toBe(1)
    expect(out).toContain(`Nobody takes spans at http://127.0.0.1:${port}.`)
  })

  it('fails when the observer does not act', { timeout: 90_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loop-observer-demo-'))
    const policy = join(folder, 'policy.yaml')
    writeFileSync(policy, 'mode: shadow\n')
    const shadow = await startObserver({ env: { LOOP_OBSERVER_POLICY: policy } })
    try {
      const { code, out } = await script('deploy/demo/main.ts', [], near(shadow))
      expect(code).toBe(1)
      expect(out).toMatch(/^repeats .* NO: /m)
    } finally {
      await shadow.stop()
      rmSync(folder, { recursive: true })
    }
  })
})

describe('what the README shows of the demo', () => {
  /** Lines without what differs from run to run: numbers and their units of time, ids, how wide a column is. */
  const essence = (text: string): readonly string[] =>
    text
      .split('\n')
      .map((line) =>
        stripVTControlCharacters(line)
          .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}/g, 'ID')
          .replaceAll(/(#\d+ ?)+/g, '#N ')
          .replaceAll(/\d+(\.\d+)?/g, 'N')
          .replaceAll(/\bN ?(ms|s|min)\b/g, 'N s')
          .replaceAll('one right after the other', 'about N s apart')
          .replaceAll(/ +/g, ' ')
          .trim(),
      )
      .filter((line) => line !== '')

  it('is what it prints', async () => {
    const [shown = ''] = page('README.md').fences('text')
    const explained = await commandFor(true, ['explain', await runOf('searches')])
    // Where a line is broken depends on the numbers in it.
    const printed = essence(demo.out + explained.out).join(' ')
    for (const line of essence(shown).filter((each) => !/^(\$ |…)/.test(each)))
      expect(printed).toContain(line)
  })
})

describe('after the demo', () => {
  it('explain names the reason, the evidence and what was tried', async () => {
    const { code, out } = await script(
      'collector/main.ts',
      ['explain', await runOf('searches')],
      near(observer),
    )
    expect(code).toBe(0)
    expect(out).toMatch(/^\S+: halted \(exhaustion\)$/m)
    expect(out).toMatch(/^2\. halt · exhaustion · run main$/m)
    const [, steps = '', count] =
      /^2\. halt(?:.*\n){2} {3}calls: search_.*\n {3}evidence: steps ((?:#\d+ ?)+) · (\d+) calls without progress · 3 tools$/m.exec(
        out,
      ) ?? []
    expect(steps.trim().split(' ')).toHaveLength(Number(count))
    expect(steps).toMatch(/^#1 #2 #3 #4/)
    expect(out).toMatch(/^ {3}tried: search_web, search_wiki, search_archive$/m)
    expect(out).toMatch(/^\d+ .*search_\w+\(.*empty +◀ halt: exhaustion$/m)
  })

  it('explain takes a trace id, with or without `trace:`', async () => {
    const run = await runOf('repeats')
    const { traceIds } = (
      JSON.parse((await command('explain', run, '--json')).out) as {
        readonly summary: { readonly traceIds: readonly string[] }
      }
    ).summary
    for (const address of [traceIds[0] ?? '', `trace:${traceIds[0]}`]) {
      const { out } = await command('explain', address)
      expect(out).toContain(`${run}: halted (repetition)`)
    }
  })

  it('explain --json is the run with its decisions and its log', async () => {
    const { code, out } = await command('explain', await runOf('works'), '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      summary: { agent: 'works', outcome: 'answered' },
      decisions: [],
      log: expect.arrayContaining([expect.objectContaining({ kind: 'tool', tool: 'read_page' })]),
    })
  })

  it('explain says of a run that was only watched that nothing was done', async () => {
    const { out } = await command('explain', await runOf('watched'))
    expect(out).toContain('recorded only, the mode forbids acting on it')
    expect(out).toContain('for the model, had it been told:')
  })

  it('runs lists all, or those that are asked for', async () => {
    const all = await command('runs')
    expect(all.code).toBe(0)
    expect(all.out.split('\n')[0]).toMatch(
      /^RUN +AGENT +TASK +OUTCOME +REASON +TURNS +CALLS +NUDGES +LAST STEP$/,
    )
    expect(all.out.trim().split('\n')).toHaveLength(8)
    const halted = await command('runs', '--outcome', 'halted', '--reason', 'oscillation', '--since', '1h')
    expect(halted.out).toContain('oscillates')
    expect(halted.out).not.toContain('repeats')
    expect((await command('runs', '--agent', 'nobody')).out).toBe('No runs.\n')
  })

  it('report says how runs ended', async () => {
    const { code, out } = await command('report', '--since', '1h')
    expect(code).toBe(0)
    expect(out).toMatch(/^7 runs since /)
    expect(out).toMatch(/^halted: exhaustion +1 +\d+\.0 /m)
    expect(JSON.parse((await command('report', '--json')).out)).toMatchObject({ runs: 7, limitHits: [] })
  })

  it('doctor finds nothing wrong', async () => {
    const { code, out } = await command('doctor')
    expect(code, out).toBe(0)
    expect(out).toMatch(/^✓ understood: \d+ readings of loop, \d+ readings of otel-genai$/m)
    const all = JSON.parse((await command('doctor', '--json')).out) as { readonly level: string }[]
    expect(all.every(({ level }) => level === 'ok')).toBe(true)
  })

  it('a run that has ended is left as it is', async () => {
    const { code, err } = await command('halt', await runOf('works'))
    expect(code).toBe(1)
    expect(err).toContain('has ended: answered')
  })

  it('a run is halted and resumed by a person', async () => {
    const run = await runOf('oscillates')
    expect((await command('resume', run)).code).toBe(0)
    const halted = await command('halt', run, '--note', 'looked strange')
    expect(halted).toMatchObject({ code: 0, err: '' })
    expect(halted.out).toContain(run)
    const seen = await until(
      async () => {
        const read = await readRun(observer.controlUrl, run)
        return read?.decisions.some((each) => each.reason === 'operator') === true && read
      },
      { what: 'the halt of a person' },
    )
    expect(seen.decisions.at(-1)?.explanation).toContain('looked strange')
    const resumed = await command('resume', run, '--steps', '40', '--json')
    expect(resumed).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(resumed.out)).toMatchObject({ run, action: 'continue' })
    expect((await command('halt', run)).code).toBe(0)
    expect((await command('resume', run)).code).toBe(0)
  })

  it('a run that nobody knows is said so', async () => {
    for (const verb of ['explain', 'halt', 'resume']) {
      const { code, err } = await command(verb, 'no-such-run')
      expect(code, verb).toBe(1)
      expect(err).toContain('no-such-run')
    }
  })
})
