import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defaultModes, modes, presets, rules } from '@loop-observer/rules'
import { describe, expect, it } from 'vitest'
import { defaultListen } from '../../collector/cli/commands/guard.ts'
import { commands } from '../../collector/cli/list.ts'
import { environmentNameOf, optionKeys, options, type Option } from '../../collector/config/options.ts'
import { readPolicy } from '../../collector/config/read-policy.ts'
import { readYaml } from '../../collector/config/yaml-source.ts'
import { operations } from '../../collector/control/described/list.ts'
import { hookEvents } from '../../collector/control/hooks/payload.ts'
import { vocabularies } from '../../collector/dialects/vocabulary-list.ts'
import { errorTable } from '../../collector/errors/errors.ts'
import { freePorts } from '../support/free-port.ts'
import { codeIn, page, pagesOfUsers, root } from './markdown.ts'
import { askBilling } from './sdk-example.ts'

const readme = page('README.md')
const cli = page('collector/cli/README.md')
const control = page('collector/control/README.md')
const config = page('collector/config/README.md')
const dialects = page('collector/dialects/README.md')
const hooks = page('collector/control/hooks/README.md')
const receiver = page('collector/receiver/README.md')
const sdk = page('sdk/README.md')
const whole = pagesOfUsers.map((name) => page(name).text).join('\n')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')

describe('the README and the pages that it leads to', () => {
  it('has the table of error codes that the observer answers with', () => {
    const rows = control
      .table('code')
      .map(([code, http, grpc, advice]) => [codeIn(code ?? '')[0], http, grpc, advice])
    expect(rows).toEqual(
      Object.entries(errorTable).map(([code, { http, grpc, advice }]) => [
        code,
        String(http),
        String(grpc),
        advice,
      ]),
    )
  })

  it('lists every command, with flags that it has', () => {
    const rows = cli.table('command').map(([command = '', about = '']) => ({ command, about }))
    const named = rows.map(({ command }) => codeIn(command)[0]?.split(' ')[0])
    expect(named).toEqual(commands.map(({ name }) => name))
    for (const [index, { about }] of rows.entries()) {
      for (const flag of flagsIn(about)) expect(commands[index]?.flags, about).toHaveProperty([flag])
    }
  })

  it('shows command lines that the commands understand', () => {
    const lines = [...whole.matchAll(/(?:npm run loop-observer -- |npm start -- )([^`\n]*)/g)]
    expect(lines.length).toBeGreaterThan(3)
    for (const [line, rest = ''] of lines) {
      const [verb = '', ...words] = line.startsWith('npm start') ? ['start', rest] : rest.split(' ')
      if (verb === 'COMMAND') continue
      const command = commands.find(({ name }) => name === verb)
      expect(command, line).toBeDefined()
      for (const flag of flagsIn(words.join(' '))) expect(command?.flags, line).toHaveProperty([flag])
    }
  })

  it('names environment variables that exist', () => {
    const ofCommands = ['LOOP_OBSERVER_URL', 'LOOP_OBSERVER_TOKEN']
    const known = optionKeys.flatMap((key) => {
      const { takes }: Option = options[key]
      const name = environmentNameOf(key)
      return takes.kind === 'secret' || takes.kind === 'tokens' ? [name, `${name}_FILE`] : [name]
    })
    const named = new Set(whole.match(/LOOP_OBSERVER_\w+/g))
    for (const name of named) expect([...known, ...ofCommands]).toContain(name)
    expect(named).toContain('LOOP_OBSERVER_STORE')
  })

  it('gives the ports and the store that hold without a setting', () => {
    const ports = new Set([...whole.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port)))
    const behindCollector = 14_318
    expect([...ports].toSorted((a, b) => a - b)).toEqual([
      options.otlp_grpc_port.default,
      options.otlp_http_port.default,
      options.control_port.default,
      Number(/:(\d+)/.exec(defaultListen)?.[1]),
      behindCollector,
    ])
    expect(read('otel-collector.yaml')).toContain(`http://127.0.0.1:${behindCollector}`)
    expect(receiver.text).toContain(`LOOP_OBSERVER_OTLP_HTTP_PORT=${behindCollector}`)
    expect(receiver.text).toContain(`LOOP_OBSERVER_OTLP_GRPC_PORT=${behindCollector - 1}`)
    expect(whole).toContain(`LOOP_OBSERVER_STORE=${options.store.default}`)
  })

  it('tells of every reason and no other', () => {
    const told = page('rules/README.md')
      .table('reason')
      .flatMap(([reason]) => codeIn(reason ?? ''))
    expect(told.toSorted()).toEqual(rules.map(({ reason }) => reason).toSorted())
  })

  it('tells of every mode and preset, and which mode holds by default', () => {
    const rows = config.table('mode')
    expect(rows.map(([mode]) => codeIn(mode ?? '')[0])).toEqual([...modes])
    const about = (mode: string): string => rows.find(([name]) => name === `\`${mode}\``)?.[1] ?? ''
    expect(about(defaultModes.telemetry)).toContain('Default for agents attached by telemetry')
    expect(about(defaultModes.sdk)).toContain('Default for agents with the SDK')
    for (const preset of presets) expect(codeIn(config.text)).toContain(preset)
  })

  it('names the vocabularies that are understood', () => {
    const [, sentence = ''] =
      /^Spans are understood in these vocabularies:([\s\S]*?)\./m.exec(dialects.text) ?? []
    const understood = vocabularies
      .filter(({ kinds }) => kinds.some(({ kind }) => kind !== 'ignore'))
      .map(({ name }) => name)
      .filter((name) => name !== 'generic')
    expect(codeIn(sentence).toSorted()).toEqual(understood.toSorted())
  })

  it('names routes of the control channel, with parameters that they take', () => {
    const paths = operations.map(({ path }) => path)
    const named = [...whole.matchAll(/\/v1\/[\w/{}:$.-]*[\w}]|\/openapi\.json|\/metrics/g)].map(([path]) =>
      path.replace('trace:$TRACE_ID', '{run}'),
    )
    expect(named.length).toBeGreaterThan(4)
    for (const path of named) expect(paths).toContain(path)
    const [, query = ''] = /\/decision\?([^"]*)"/.exec(control.text) ?? []
    const decision = operations.find(({ id }) => id === 'decision')
    for (const name of new URLSearchParams(query).keys()) {
      expect(decision?.query?.map((each) => each.name)).toContain(name)
    }
  })

  it('shows settings of Claude Code whose hooks are answered', () => {
    const [text = ''] = hooks.fences('json')
    const { hooks: events } = JSON.parse(text) as { hooks: Readonly<Record<string, readonly Hooked[]>> }
    expect(text.match(/"type": "http"/g)).toHaveLength(5)
    for (const [event, [hooked]] of Object.entries(events)) {
      expect(hookEvents).toContain(event)
      const { type, url } = hooked?.hooks[0] ?? {}
      expect([type, url]).toEqual(['http', 'http://127.0.0.1:4320/v1/hooks/claude-code'])
    }
  })

  it.each([readme, config])('shows a policy that is accepted ($name)', (shown) => {
    const policy = shown.fences('yaml').find((text) => text.startsWith('mode:')) ?? ''
    expect(readPolicy(policy, shown.name, rules).policy).toMatchObject({
      mode: 'enforce',
      routes: [{ agent: 'billing-*', preset: 'strict' }],
    })
  })

  it('shows a part of the Collector’s configuration as otel-collector.yaml has it', () => {
    const text = receiver.fences('yaml').find((each) => each.startsWith('exporters:')) ?? ''
    const plain = (yaml: string): unknown =>
      readYaml(yaml.replaceAll(/\$\{env:\w+:-([^}]*)\}/g, '$1'), 'yaml').value
    expect(plain(read('otel-collector.yaml'))).toMatchObject(plain(text) as object)
  })

  it('states the versions of Node that the packages need', () => {
    const needs = (name: string): string =>
      (JSON.parse(read(`${name}/package.json`)) as { readonly engines: { readonly node: string } }).engines
        .node
    expect(needs('collector')).toBe('>=22.18')
    expect(needs('sdk')).toBe('>=20')
    expect(readme.text).toContain(
      'The sidecar needs Node 22.18 or newer (its embedded store is `node:sqlite`), the SDK Node 20.',
    )
  })
})

describe('the example in the README of the SDK', () => {
  const endpoint = "'http://127.0.0.1:4320'"

  it('is code that compiles and runs here', () => {
    const [, region = ''] =
      /\/\/ README: begin\n([\s\S]*?) *\/\/ README: end/.exec(read('test/docs/sdk-example.ts')) ?? []
    const shown = region.replaceAll(/^ {2}/gm, '').replace('endpoint: observerUrl', `endpoint: ${endpoint}`)
    const imported = "import { loopObserver } from '@loop-observer/sdk'\n\n"
    expect(sdk.fences('ts')).toEqual([imported + shown])
  })

  it('stops an agent that loops, even when no observer answers', async () => {
    const [port] = await freePorts(1)
    const { outcome, messages } = await askBilling(
      'Is invoice 7 paid?',
      `http://127.0.0.1:${port}`,
      () => Promise.resolve({ answer: null, args: { query: 'invoice 7' } }),
      () => Promise.resolve('No invoice found under this number.'),
    )
    expect(outcome).toMatchObject({ outcome: 'halted', stopped: { reason: 'repetition' } })
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(2)
  })

  it('lets an agent answer that does not', async () => {
    const [port] = await freePorts(1)
    const { outcome } = await askBilling(
      'Is invoice 7 paid?',
      `http://127.0.0.1:${port}`,
      (messages) =>
        Promise.resolve({
          answer: messages.length < 3 ? null : 'Yes.',
          args: { query: `page ${messages.length}` },
        }),
      ({ query }) => Promise.resolve(`What stands on ${query}.`),
    )
    expect(outcome).toMatchObject({ outcome: 'answered', answer: 'Yes.', observed: false })
  })
})

interface Hooked {
  readonly hooks: readonly { readonly type: string; readonly url: string }[]
}

function flagsIn(text: string): readonly string[] {
  return [...text.matchAll(/(?<!\S|`)--([a-z][a-z-]*)|`--([a-z][a-z-]*)/g)].map(([, a, b]) => a ?? b ?? '')
}
