import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { collectorPath, goAdvice, hasGo } from '../../support/otel-collector-build.ts'

const root = resolve(import.meta.dirname, '../../..')

interface Balancing {
  readonly routing_key: string
  readonly routing_attributes?: readonly string[]
  readonly protocol: { readonly otlp: object }
  readonly resolver: object
  readonly retry_on_failure: { readonly max_elapsed_time: string }
  readonly sending_queue: { readonly num_consumers: number }
}

interface GatewayConfig {
  readonly exporters: Readonly<Record<string, Balancing>>
  readonly service: {
    readonly pipelines: Readonly<Record<string, { readonly exporters: readonly string[] }>>
  }
}

const go = await hasGo()
if (!go) process.stderr.write(`\nSKIPPED: ${goAdvice}\n\n`)

describe('the gateway', async () => {
  const text = await readFile(join(root, 'deploy/gateway/otel-gateway.yaml'), 'utf8')
  const config = parse(text) as GatewayConfig

  it('keeps runs together: spans by their trace, log records by their conversation', () => {
    expect(config.service.pipelines['traces']?.exporters).toEqual(['load_balancing/traces'])
    expect(config.service.pipelines['logs']?.exporters).toEqual(['load_balancing/logs'])
    expect(config.exporters['load_balancing/traces']?.routing_key).toBe('traceID')
    expect(config.exporters['load_balancing/logs']).toMatchObject({ routing_key: 'attributes' })
    expect(config.exporters['load_balancing/logs']?.routing_attributes).toContain('conversation.id')
  })

  it('sends again in order, and not for longer than observers know duplicates', () => {
    for (const exporter of Object.values(config.exporters)) {
      expect(exporter.sending_queue.num_consumers).toBe(1)
      expect(exporter.retry_on_failure.max_elapsed_time).toBe('55m')
    }
  })
})

describe.skipIf(!go)(`a real Collector accepts${go ? '' : ' (skipped: install Go 1.26)'}`, () => {
  let path = ''
  beforeAll(async () => {
    path = await collectorPath()
  }, 900_000)

  const validate = async (...configs: readonly string[]): Promise<void> => {
    const args = configs.flatMap((config) => ['--config', config])
    await promisify(execFile)(path, ['validate', ...args])
  }

  // The Collector of the tests has no load balancing: it takes each balanced exporter for the plain one that is inside.
  it('the gateway, whose balanced exporters stand for plain ones here', async () => {
    const config = parse(
      await readFile(join(root, 'deploy/gateway/otel-gateway.yaml'), 'utf8'),
    ) as GatewayConfig
    const plain = Object.fromEntries(
      Object.entries(config.exporters).map(([name, { protocol, retry_on_failure, sending_queue }]) => [
        name.replace('load_balancing', 'otlp'),
        { ...protocol.otlp, endpoint: 'observer:4317', retry_on_failure, sending_queue },
      ]),
    )
    const pipelines = Object.fromEntries(
      Object.entries(config.service.pipelines).map(([name, pipeline]) => [
        name,
        { ...pipeline, exporters: pipeline.exporters.map((each) => each.replace('load_balancing', 'otlp')) },
      ]),
    )
    const directory = await mkdtemp(join(tmpdir(), 'loop-observer-gateway-'))
    try {
      const file = join(directory, 'gateway.yaml')
      await writeFile(
        file,
        stringify({ ...config, exporters: plain, service: { ...config.service, pipelines } }),
      )
      await validate(file)
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })

  it('the configuration of this repository with the token that the composition adds', async () => {
    const compose = parse(await readFile(join(root, 'deploy/compose/compose.yaml'), 'utf8'), {
      merge: true,
    }) as {
      readonly services: { readonly collector: { readonly command: readonly string[] } }
    }
    const [, added = ''] = compose.services.collector.command
    await validate(join(root, 'otel-collector.yaml'), added.replace('--config=', '').replaceAll('$$', '$'))
  })
})
