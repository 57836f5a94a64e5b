import { readFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { builtinPolicy, rules, type PolicyFile } from '@loop-observer/rules'
import { nearest } from './nearest.ts'
import { parseOption, type OptionValue } from './option-value.ts'
import { environmentNameOf, flagOf, optionKeys, options, type OptionKey } from './options.ts'
import { ConfigError, type Problem } from './problems.ts'
import { readPolicy, type ReadPolicy } from './read-policy.ts'
import type { Settings } from './settings.ts'
import { settingsFrom } from './settings-from.ts'

/** Where configuration comes from. */
export interface ConfigSources {
  /** Arguments after the verb: `--otlp-http-port 4318`, `--store=…`. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Settings and policy, checked. */
export interface Configuration {
  readonly settings: Settings
  readonly policy: PolicyFile
}

interface Found {
  readonly value: OptionValue
  readonly problem: (message: string) => Problem
}

/**
 * Reads flags, environment variables and the policy file with its `observer` section; the first of
 * them that names a setting counts. Throws ConfigError with everything that is wrong in all of them.
 */
export function loadConfiguration(sources: ConfigSources): Configuration {
  const problems: Problem[] = []
  const found = new Map<OptionKey, Found>()
  const flags = readFlags(sources.argv, problems)
  for (const key of optionKeys) {
    const said = flags.get(key) ?? fromEnvironment(key, sources.env, problems)
    if (said !== undefined) keep(found, problems, key, said)
  }
  refuseUnknownVariables(sources.env, problems)
  const path = found.get('policy')?.value
  const read = typeof path === 'string' ? readPolicyFile(path, problems) : null
  for (const key of optionKeys) {
    const written = read?.observer[key]
    if (written === undefined || read === null || found.has(key)) continue
    keep(found, problems, key, {
      written,
      problem: (message) => read.source.problem(['observer', key], message),
    })
  }
  const value = (key: OptionKey): OptionValue | null => found.get(key)?.value ?? defaultOf(key)
  const settings = settingsFrom(value)
  problems.push(...openToAll(settings, found), ...halfNamed(found), ...exportToItself(settings, found))
  if (problems.length > 0) throw new ConfigError(problems)
  return { settings, policy: read?.policy ?? builtinPolicy }
}

interface Said {
  readonly written: unknown
  readonly problem: (message: string) => Problem
}

function keep(found: Map<OptionKey, Found>, problems: Problem[], key: OptionKey, said: Said): void {
  const parsed = parseOption(options[key].takes, said.written)
  if (parsed.ok) found.set(key, { value: parsed.value, problem: said.problem })
  else problems.push(said.problem(parsed.message))
}

function defaultOf(key: OptionKey): OptionValue | null {
  const written = options[key].default
  if (written === null) return null
  const parsed = parseOption(options[key].takes, written)
  return parsed.ok ? parsed.value : null
}

function readFlags(argv: readonly string[], problems: Problem[]): ReadonlyMap<OptionKey, Said> {
  const flags = new Map<OptionKey, Said>()
  const known = optionKeys.flatMap((key) => flagOf(key) ?? [])
  for (let i = 0; i < argv.length; i += 1) {
    const [name, inline] = splitOnce(argv[i] ?? '', '=')
    const problem = placeless('command line', name)
    const key = optionKeys.find((each) => flagOf(each) === name)
    if (key === undefined) {
      if (name.startsWith('--') && inline === undefined && argv[i + 1]?.startsWith('-') === false) i += 1
      const meant = nearest(name, known)
      problems.push(
        problem(meant === null ? 'unknown argument' : `unknown argument; did you mean \`${meant}\`?`),
      )
      continue
    }
    const written = inline ?? argv[(i += 1)]
    if (written === undefined) problems.push(problem('needs a value'))
    else flags.set(key, { written, problem })
  }
  return flags
}

function fromEnvironment(key: OptionKey, env: ConfigSources['env'], problems: Problem[]): Said | undefined {
  const name = environmentNameOf(key)
  const written = env[name]
  if (written !== undefined && written !== '') return { written, problem: placeless('environment', name) }
  const path = flagOf(key) === null ? env[`${name}_FILE`] : undefined
  if (path === undefined || path === '') return undefined
  const problem = placeless('environment', `${name}_FILE`)
  try {
    return { written: readFileSync(path, 'utf8').trim(), problem }
  } catch (error) {
    problems.push(problem(`cannot be read: ${(error as Error).message}`))
    return undefined
  }
}

/** Variables of the same prefix that other parts of the product read: the SDK and the commands. */
const otherVariables = ['LOOP_OBSERVER_URL', 'LOOP_OBSERVER_TOKEN', 'LOOP_OBSERVER_ENDPOINT']

const prefix = 'LOOP_OBSERVER_'
/** Kubernetes sets these for a service named `loop-observer`. */
const setByOrchestrator = /^LOOP_OBSERVER_(SERVICE_(HOST|PORT)|PORT)(_|$)/

/** Only a likely slip is refused. */
function refuseUnknownVariables(env: ConfigSources['env'], problems: Problem[]): void {
  const known = optionKeys.flatMap((key) => {
    const name = environmentNameOf(key)
    return flagOf(key) === null ? [name, `${name}_FILE`] : [name]
  })
  for (const name of Object.keys(env)) {
    if (!name.startsWith(prefix) || known.includes(name) || otherVariables.includes(name)) continue
    if (setByOrchestrator.test(name)) continue
    const suffixes = known.map((each) => each.slice(prefix.length))
    const meant = nearest(name.slice(prefix.length), suffixes)
    if (meant === null) continue
    problems.push(placeless('environment', name)(`unknown variable; did you mean \`${prefix}${meant}\`?`))
  }
}

function readPolicyFile(path: string, problems: Problem[]): ReadPolicy | null {
  try {
    return readPolicy(readFileSync(path, 'utf8'), path, rules)
  } catch (error) {
    if (error instanceof ConfigError) problems.push(...error.problems)
    else problems.push(placeless(path, '')(`cannot be read: ${(error as Error).message}`))
    return null
  }
}

function openToAll(settings: Settings, found: ReadonlyMap<OptionKey, Found>): readonly Problem[] {
  if (settings.tokens.length > 0) return []
  const doors = {
    otlp_http_host: settings.otlpHttp,
    otlp_grpc_host: settings.otlpGrpc,
    control_host: settings.control,
  } as const
  return (Object.keys(doors) as (keyof typeof doors)[]).flatMap((key) => {
    const { host } = doors[key]
    if (isLoopback(host)) return []
    const problem = found.get(key)?.problem ?? placeless('default', key)
    const how = `${environmentNameOf('tokens')} or \`observer.tokens\``
    return problem(
      `${host} is reachable from other machines: beyond loopback a token is required, set ${how}`,
    )
  })
}

/** An endpoint without a model cannot be asked, and a model without an endpoint is not. */
function halfNamed(found: ReadonlyMap<OptionKey, Found>): readonly Problem[] {
  const [url, model] = [found.get('judge_url'), found.get('judge_model')]
  if ((url === undefined) === (model === undefined)) return []
  const missing = url === undefined ? 'judge_url' : 'judge_model'
  return [(url ?? model)?.problem(`needs \`${missing}\` as well (${environmentNameOf(missing)})`)].flatMap(
    (problem) => problem ?? [],
  )
}

/** What the observer sends to its own door reaches nobody. */
function exportToItself(
  { exporting, otlpHttp }: Settings,
  found: ReadonlyMap<OptionKey, Found>,
): readonly Problem[] {
  const url = exporting === null ? null : URL.parse(exporting.endpoint)
  if (url === null || otlpHttp.port === 0 || Number(url.port) !== otlpHttp.port) return []
  if (!isLoopback(url.hostname) && url.hostname !== otlpHttp.host) return []
  const problem = found.get('export_endpoint')?.problem ?? placeless('default', 'export_endpoint')
  return [
    problem(
      'is where this observer receives spans itself: name your backend, or the Collector in front of it',
    ),
  ]
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}

function placeless(source: string, key: string): (message: string) => Problem {
  return (message) => ({ source, line: null, column: null, key, message })
}

function splitOnce(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
