import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { RunningObserver } from '../../support/observer.ts'
import { command } from './command.ts'
import { agents } from './install.ts'
import type { Framework } from './list.ts'

/** What an agent said when it ended. */
export interface Told {
  /** Calls of tools that it made. */
  readonly calls: number
  /** Whether it stopped because the observer said so. */
  readonly halted: boolean
  readonly traceId: string
  readonly text: string
}

/** Longest that an agent may run, milliseconds. */
export const agentTimeoutMs = 120_000

const shared = join(agents, 'shared')
const recipes = resolve(agents, '../../../deploy/recipes')

/** Runs a framework's agent in a process of its own, until that ends by itself with exit code 0. */
export async function runAgent(
  framework: Framework,
  home: string,
  { script, modelUrl, observer }: { script: string; modelUrl: string; observer: RunningObserver },
): Promise<Told> {
  const env = {
    MODEL_URL: modelUrl,
    MODEL_SCRIPT: script,
    OPENAI_API_KEY: 'k',
    LOOP_OBSERVER_URL: observer.controlUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: observer.otlpUrl,
    NO_PROXY: '127.0.0.1',
    ...framework.env?.(modelUrl),
  }
  const out = await (framework.language === 'python' ? runPython : runJavascript)(framework, home, env)
  return JSON.parse(out.trimEnd().split('\n').at(-1) ?? '') as Told
}

async function runJavascript(
  { name }: Framework,
  home: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  // Beside the packages, where its imports find them.
  await cp(shared, home, { recursive: true })
  await cp(join(recipes, 'ask-decision.mjs'), join(home, 'ask-decision.mjs'))
  const agent = join(home, 'agent.mjs')
  await cp(join(agents, name, 'agent.mjs'), agent)
  return command(process.execPath, [agent], { cwd: home, env, timeoutMs: agentTimeoutMs })
}

async function runPython(
  { name }: Framework,
  home: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  // Compiled once, beside the packages: without it each start compiles all of them.
  const paths = { PYTHONPATH: `${shared}:${recipes}`, PYTHONPYCACHEPREFIX: join(home, 'compiled') }
  const python = join(home, 'venv/bin/python')
  const args = [join(agents, name, 'agent.py')]
  return command(python, args, { cwd: home, env: { ...env, ...paths }, timeoutMs: agentTimeoutMs })
}
