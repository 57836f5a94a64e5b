import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { operations } from '../../../collector/control/described/list.ts'
import { prometheusProgramPath } from '../../support/prometheus-install.ts'
import { unknownIn } from './metric-names.ts'

const run = promisify(execFile)
const home = resolve(import.meta.dirname, '../../../deploy/prometheus')
const read = (name: string): string => readFileSync(join(home, name), 'utf8')

interface Rule {
  readonly alert?: string
  readonly record?: string
  readonly expr: string
  readonly labels?: { readonly severity?: string }
  readonly annotations?: Readonly<Record<string, string>>
}

const ruleFiles = ['recording.rules.yaml', 'alerts.rules.yaml']
const rules = ruleFiles.flatMap((name) =>
  (parse(read(name)) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] }).groups.flatMap(
    (group) => group.rules,
  ),
)
const alerts = rules.filter(({ alert }) => alert !== undefined)
const named = alerts.map(({ alert = '' }) => [alert] as const)
const ruleOf = (name: string): Rule => alerts.find(({ alert }) => alert === name) as Rule

/** Waits for its turn when another test installs. */
const installMs = 170_000

describe('the alert rules', () => {
  let promtool = ''
  let amtool = ''
  beforeAll(async () => {
    promtool = await prometheusProgramPath('promtool')
    amtool = await prometheusProgramPath('amtool')
  }, installMs)

  const tool = async (path: string, ...args: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await run(path, [...args], { cwd: home })
    return stdout + stderr
  }

  it('are rules, in a configuration, to Prometheus', async () => {
    expect(await tool(promtool, 'check', 'config', 'prometheus.yaml')).toContain('2 rule files found')
  })

  it.each(readdirSync(join(home, 'unit-tests')))('fire when they should, and only then: %s', async (name) => {
    expect(await tool(promtool, 'test', 'rules', join('unit-tests', name))).toContain('SUCCESS')
  })

  it('each appear in a unit test', () => {
    const tests = readdirSync(join(home, 'unit-tests')).map((name) => read(join('unit-tests', name)))
    for (const [name] of named) expect(tests.join('\n')).toContain(name)
  })

  it.each(named)('%s says how bad it is, what happened, what to do, and where that is written', (name) => {
    const { labels, annotations = {} } = ruleOf(name)
    expect(['critical', 'warning', 'info']).toContain(labels?.severity)
    expect(annotations['summary']).toMatch(/\S/)
    expect((annotations['description'] ?? '').length).toBeGreaterThan(80)
    expect(annotations['runbook_url']).toBe(
      `{{ $externalLabels.loop_observer_runbooks }}#${name.toLowerCase()}`,
    )
  })

  it('have a section each in the runbooks, which have no other', () => {
    const sections = [...read('RUNBOOKS.md').matchAll(/^## (.+)$/gm)].map(([, title]) => title)
    expect(sections).toEqual(named.map(([name]) => name))
  })

  it('ask for metrics and labels of the catalogue', () => {
    for (const { expr } of rules) expect(unknownIn(expr), expr).toEqual([])
  })

  it('ask only for sums that are recorded', () => {
    const recorded = rules.flatMap(({ record }) => record ?? [])
    for (const { expr } of rules)
      for (const [sum] of expr.matchAll(/loop_observer:[a-z0-9_:]+/g)) expect(recorded).toContain(sum)
  })

  it('link to the list of runs by filters that it has', () => {
    const links = alerts.flatMap(({ annotations }) => annotations?.['page'] ?? [])
    expect(links.length).toBeGreaterThan(4)
    const list = operations.find(({ method, path }) => method === 'GET' && path === '/v1/runs')
    const filters = list?.query?.map(({ name }) => name)
    for (const link of links) {
      expect(link).toMatch(/^\{\{ \$externalLabels\.loop_observer_page \}\}\/#\/\?/)
      for (const [, name] of link.matchAll(/[?&}]\s*([a-z_]+)=/g)) expect(filters).toContain(name)
    }
  })

  it.each([
    ['on-call', { severity: 'critical', alertname: 'LoopObserverDown' }],
    ['agents', { severity: 'warning', alertname: 'LoopLimitHits', agent: 'search' }],
    ['billing', { severity: 'warning', alertname: 'LoopLimitHits', agent: 'billing-eu' }],
    ['nobody', { severity: 'info', alertname: 'LoopBudgetNearEnd', agent: 'billing-eu' }],
  ])('reach %s by the example of routing', async (receiver, labels) => {
    expect(await tool(amtool, 'check-config', 'alertmanager.yaml')).toContain('SUCCESS')
    const pairs = Object.entries(labels).map(([name, value]) => `${name}=${value}`)
    const args = ['config', 'routes', 'test', '--config.file', 'alertmanager.yaml', ...pairs]
    expect((await tool(amtool, ...args)).split('\n')[0]).toBe(receiver)
  })
})
