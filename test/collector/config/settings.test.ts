import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfiguration } from '../../../collector/config/load.ts'
import { withoutPassword } from '../../../collector/start/announce.ts'
import { optionKeys, options } from '../../../collector/config/options.ts'
import { parseOption } from '../../../collector/config/option-value.ts'
import { ConfigError, formatProblem } from '../../../collector/config/problems.ts'

const folder = mkdtempSync(join(tmpdir(), 'loop-observer-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

function load(argv: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  return loadConfiguration({ argv, env })
}

function complaintsAbout(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): readonly string[] {
  try {
    load(argv, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(formatProblem)
    throw error
  }
  throw new Error('nothing was wrong with it')
}

describe('settings', () => {
  it('are loopback, the usual ports and a file when nothing is said', () => {
    const { settings, policy } = load()
    expect(settings).toMatchObject({
      policyPath: null,
      otlpHttp: { host: '127.0.0.1', port: 4318 },
      otlpGrpc: { host: '127.0.0.1', port: 4317 },
      control: { host: '127.0.0.1', port: 4320 },
      storeUrl: 'sqlite:.loop-observer/observer.db',
      tokens: [],
      hashKey: null,
      retention: { runMs: 86_400_000, recordMs: 2_592_000_000, duplicateMs: 3_600_000, logLimit: 5000 },
      logLevel: 'info',
    })
    expect(policy.digest).toBe('builtin')
  })

  it('have defaults that they would accept', () => {
    for (const key of optionKeys) {
      const option = options[key]
      if (option.default !== null)
        expect(parseOption(option.takes, option.default)).toMatchObject({ ok: true })
    }
  })

  it('come from flags before the environment before the policy file', () => {
    const path = file(
      'order.yaml',
      'preset: strict\nobserver: { otlp_http_port: 1, control_port: 2, log_limit: 300 }\n',
    )
    const { settings, policy } = load(['--otlp-http-port', '3', '--policy=' + path], {
      LOOP_OBSERVER_OTLP_HTTP_PORT: '4',
      LOOP_OBSERVER_CONTROL_PORT: '5',
    })
    expect(settings.otlpHttp.port).toBe(3)
    expect(settings.control.port).toBe(5)
    expect(settings.retention.logLimit).toBe(300)
    expect(policy.preset).toBe('strict')
  })

  it('take durations and sizes with their unit', () => {
    const { settings } = load(['--run-retention', '90m', '--request-size', '1MiB'], {
      LOOP_OBSERVER_DUPLICATE_RETENTION: '2h',
    })
    expect(settings.retention.runMs).toBe(5_400_000)
    expect(settings.retention.duplicateMs).toBe(7_200_000)
    expect(settings.limits.compressedBytes).toBe(1_048_576)
  })

  it('take tokens with rights and tenants, from a variable, a file or the policy file', () => {
    const all = ['ingest', 'read', 'control']
    expect(
      load([], { LOOP_OBSERVER_TOKENS: 'ingest=sender-1,read+control@acme=person-1,everything' }).settings
        .tokens,
    ).toEqual([
      { token: 'sender-1', rights: ['ingest'] },
      { token: 'person-1', rights: ['read', 'control'], tenant: 'acme' },
      { token: 'everything', rights: all },
    ])
    const secret = file('tokens', 'from-a-file\n')
    expect(load([], { LOOP_OBSERVER_TOKENS_FILE: secret }).settings.tokens).toEqual([
      { token: 'from-a-file', rights: all },
    ])
    const path = file(
      'tokens.yaml',
      `observer: { tokens: [{ sha256: ${'ab'.repeat(32)}, rights: [read], tenant: t }] }`,
    )
    expect(load(['--policy', path]).settings.tokens).toEqual([
      { sha256: 'ab'.repeat(32), rights: ['read'], tenant: 't' },
    ])
  })

  it('need a token beyond loopback, and name the setting', () => {
    expect(
      complaintsAbout(['--control-host', '0.0.0.0'], { LOOP_OBSERVER_OTLP_HTTP_HOST: '10.0.0.7' }),
    ).toEqual([
      expect.stringMatching(/^environment: LOOP_OBSERVER_OTLP_HTTP_HOST: 10\.0\.0\.7 .*a token is required/),
      expect.stringMatching(/^command line: --control-host: 0\.0\.0\.0 .*a token is required/),
    ])
    expect(
      load(['--control-host', '0.0.0.0'], { LOOP_OBSERVER_TOKENS: 'long-enough' }).settings.control.host,
    ).toBe('0.0.0.0')
  })

  it('are complained about all at once, wherever they come from', () => {
    const path = file('bad.yaml', 'observer:\n  log_limit: many\n  stoer: x\nhold_ms: -1\n')
    expect(
      complaintsAbout(['--policy', path, '--otlp-port', '1', '--control-port', '70000'], {
        LOOP_OBSERVER_LOG_LEVEL: 'warm',
        LOOP_OBSERVER_STOER: 'x',
      }),
    ).toEqual([
      'command line: --otlp-port: unknown argument; did you mean `--otlp-http-port`?',
      'command line: --control-port: must be a whole number from 0 to 65535, is `70000`',
      'environment: LOOP_OBSERVER_LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent; did you mean `warn`?',
      'environment: LOOP_OBSERVER_STOER: unknown variable; did you mean `LOOP_OBSERVER_STORE`?',
      `${path}:2:14: observer.log_limit: must be a number, is the text \`many\``,
      `${path}:3:3: observer.stoer: unknown key; did you mean \`store\`?`,
      `${path}:4:10: hold_ms: must be at least 0, is \`-1\``,
    ])
  })

  it('never show a secret', () => {
    const complaints = complaintsAbout([], { LOOP_OBSERVER_TOKENS: 'ingest@@acme=hunter22 x' }).join('\n')
    expect(complaints).not.toContain('hunter')
  })

  it.each([
    ['text where a list belongs', 'observer:\n  tokens: hunter22222'],
    ['text among blocks', 'observer:\n  tokens: ["ingest=hunter22222"]'],
    [
      'a block with a wrong value',
      'observer:\n  tokens:\n    - token: [hunter22222]\n      rights: hunter22222',
    ],
    ['a number as key', 'observer:\n  hash_key: 22222222'],
    ['an alias', 'observer:\n  hash_key: *hunter22222'],
    ['a key with the user in its address', 'limits:\n  steps: redis://user:hunter22222@host'],
    ['a key in the wrong place', 'hold_ms: sk-ant-api03-hunter22222hunter22222'],
    ['an unknown tag', 'observer:\n  hash_key: !hunter22222 x'],
  ])('never show a secret in a file: %s', (_, text) => {
    const complaints = complaintsAbout(['--policy', file('secret.yaml', text)]).join('\n')
    expect(complaints).not.toContain('hunter')
    expect(complaints).not.toContain('22222')
  })

  it('show what was written for a budget of tokens, which is no secret', () => {
    const path = file('budget.yaml', 'limits:\n  tokens: many')
    expect(complaintsAbout(['--policy', path])[0]).toContain('is the text `many`')
  })

  it.each(['redis://user:p@ss/hunter@host:6379', 'redis://user:hunter@host:6379/0'])(
    'shows the store without its password: %s',
    (url) => expect(withoutPassword(url)).toMatch(/^redis:\/\/\*\*\*@host:6379/),
  )

  it('say when the policy file cannot be read', () => {
    expect(complaintsAbout(['--policy', join(folder, 'absent.yaml')])[0]).toMatch(
      /absent\.yaml: cannot be read: ENOENT/,
    )
  })
})

describe('variables that an orchestrator sets', () => {
  it('are no mistakes', () => {
    const env = {
      LOOP_OBSERVER_PORT: 'tcp://10.0.0.1:4318',
      LOOP_OBSERVER_SERVICE_HOST: '10.0.0.1',
      LOOP_OBSERVER_SERVICE_PORT_CONTROL: '4320',
      LOOP_OBSERVER_PORT_4318_TCP_PORT: '4318',
      LOOP_OBSERVER_URL: 'http://127.0.0.1:4320',
    }
    expect(load([], env).settings.otlpHttp.port).toBe(4318)
  })

  it('know no judge model unless both its address and its name are said', () => {
    expect(load().settings.judgeModel).toBeNull()
    const env = { LOOP_OBSERVER_JUDGE_URL: 'http://127.0.0.1:9/v1', LOOP_OBSERVER_JUDGE_PRICE_IN: '0.05' }
    expect(complaintsAbout([], env)).toEqual([
      'environment: LOOP_OBSERVER_JUDGE_URL: needs `judge_model` as well (LOOP_OBSERVER_JUDGE_MODEL)',
    ])
    expect(complaintsAbout(['--judge-model', 'cheap'])).toEqual([
      'command line: --judge-model: needs `judge_url` as well (LOOP_OBSERVER_JUDGE_URL)',
    ])
    const keyPath = file('judge-key', 'key-of-the-judge\n')
    const whole = { ...env, LOOP_OBSERVER_JUDGE_MODEL: 'cheap', LOOP_OBSERVER_JUDGE_KEY_FILE: keyPath }
    expect(load([], whole).settings.judgeModel).toEqual({
      url: 'http://127.0.0.1:9/v1',
      model: 'cheap',
      key: 'key-of-the-judge',
      timeoutMs: 15_000,
      callsInFlight: 4,
      textChars: 12_000,
      priceIn: 0.05,
      priceOut: null,
    })
  })

  it.each(['ftp://host/v1', 'host/v1', 'http://user:password@host/v1', 'http://host/v1?key=1'])(
    'refuse %s for an address',
    (url) => {
      const [complaint] = complaintsAbout(['--judge-url', url, '--judge-model', 'm'])
      expect(complaint).toMatch(/^command line: --judge-url: must be an address such as/)
      expect(complaint).not.toContain('password@')
    },
  )
})
