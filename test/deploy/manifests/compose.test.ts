import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { hasGo } from '../../support/otel-collector-build.ts'

const home = resolve(import.meta.dirname, '../../../deploy/compose')

interface Service {
  readonly image?: string
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target?: string }
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
}

const compose = parse(readFileSync(join(home, 'compose.yaml'), 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: object
  readonly configs: { readonly prometheus: { readonly content: string } }
}
const services = Object.entries(compose.services)

/** Compose's own implementation, whose schema this is. */
const schemaModule = 'github.com/compose-spec/compose-go/v2@v2.16.2'
const go = await hasGo()
if (!go)
  process.stderr.write(
    '\nSKIPPED: the schema of Compose is fetched as a Go module: install Go 1.26 (https://go.dev/doc/install).\n\n',
  )

describe('the composition', () => {
  it.skipIf(!go)(
    `fits the schema of Compose${go ? '' : ' (skipped: install Go 1.26)'}`,
    async () => {
      const { stdout } = await promisify(execFile)('go', ['mod', 'download', '-json', schemaModule], {
        cwd: resolve(home, '../collector'),
      })
      const { Dir } = JSON.parse(stdout) as { readonly Dir: string }
      const schema = JSON.parse(readFileSync(join(Dir, 'schema/compose-spec.json'), 'utf8')) as object
      const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
      expect(validate(compose), JSON.stringify(validate.errors)).toBe(true)
      expect(validate({ ...compose, services: { observer: { image: 'x', comand: 'start' } } })).toBe(false)
    },
    120_000,
  )

  it('has everything around a demo', () => {
    expect(Object.keys(compose.services)).toEqual([
      'redis',
      'observer',
      'collector',
      'demo',
      'prometheus',
      'grafana',
    ])
  })

  it('publishes on loopback only', () => {
    const ports = services.flatMap(([, { ports: published }]) => published ?? [])
    expect(ports).toHaveLength(5)
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  })

  it('pins images of others, and builds its own from a stage that there is', () => {
    for (const [name, { image = '', build }] of services) {
      if (build === undefined) expect(image, name).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?$/)
      else {
        const file = readFileSync(resolve(home, build.context, build.dockerfile), 'utf8')
        if (build.target !== undefined) expect(file).toContain(` AS ${build.target}\n`)
      }
    }
  })

  it('mounts files that there are', () => {
    for (const [, { volumes = [] }] of services)
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('.')) expect(existsSync(resolve(home, source)), source).toBe(true)
        else expect(compose.volumes).toHaveProperty([source])
      }
  })

  it('has Prometheus scrape under the name that the alerts know', () => {
    expect(parse(compose.configs.prometheus.content)).toMatchObject({
      rule_files: ['recording.rules.yaml', 'alerts.rules.yaml'],
      scrape_configs: [{ job_name: 'loop-observer' }],
    })
  })
})
