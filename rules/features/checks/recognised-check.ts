import { matches } from '../../policy/glob.ts'
import type { ToolTraits } from '../../policy/policy.ts'
import type { Fingerprint } from '../../words/features.ts'
import type { Hashing } from '../digest.ts'
import { failureSignatures } from '../errors/error.ts'
import { embeddedJson } from '../json/embedded.ts'
import { failingLines, lastLines } from './failing-lines.ts'
import { readOutput } from './output.ts'

/** A call whose output may be a check. */
export interface CheckedCall {
  readonly tool: string
  /** Undefined when not captured. */
  readonly args: unknown
  /** Undefined when not captured. */
  readonly observation: unknown
  /** Null when the source does not say whether the call failed. */
  readonly ok: boolean | null
}

/** A pass of a check that an output tells of. */
export interface RecognisedCheck {
  /** Name of the check: the tool's, or the entry of the policy that names tool and command; behind it four digits that tell its arguments apart. */
  readonly check: string
  /** One signature for each failing line, every number masked. Empty when the pass is clean. */
  readonly failures: readonly Fingerprint[]
  /** The failing lines, for a preview. */
  readonly lines: readonly string[]
}

/**
 * The pass of a check that a call made, when `checks` of the policy names it: `TOOL`, a glob over tool
 * names, or `TOOL(COMMAND)`, with a glob over the command that it is given as well. Whether it passed says
 * its exit code, else its own flag, else that it has no failing line. Null for other calls, and when the
 * output was not captured. Never throws, unless the digest does.
 */
export function recognisedCheck(
  call: CheckedCall,
  { checks }: Pick<ToolTraits, 'checks'>,
  hashing: Hashing,
): RecognisedCheck | null {
  if (checks.length === 0 || call.observation === undefined) return null
  const name = nameOf(call, checks)
  if (name === null) return null
  const check = `${name}${whichOne(call.args, hashing)}`
  const lines = whatFails(call)
  return { check, failures: failureSignatures(lines, hashing), lines }
}

function nameOf({ tool, args }: CheckedCall, checks: readonly string[]): string | null {
  for (const entry of checks) {
    const [, name, command] = withCommand.exec(entry) ?? []
    if (name === undefined || command === undefined) {
      if (matches(entry, tool)) return tool
    } else if (matches(name, tool) && matches(command, commandOf(args))) return entry
  }
  return null
}

/** With other arguments it is another check, whose failures are not compared with these. */
function whichOne(args: unknown, hashing: Hashing): string {
  const text = typeof args === 'string' ? args : (JSON.stringify(args ?? null) ?? 'null')
  const plain = text.replace(/\s+/g, ' ').trim()
  return nothing.has(plain) ? '' : ` #${hashing.digest(plain).slice(0, 4)}`
}

const nothing: ReadonlySet<string> = new Set(['', 'null', '{}', '[]'])
const withCommand = /^([^()]+)\((.+)\)$/s
const commandKeys = ['command', 'cmd', 'script', 'args', 'argv']
const longestCommandChars = 4000

/** The command as it is written, white space counted once. */
function commandOf(args: unknown): string {
  const value = typeof args === 'string' ? (embeddedJson(args) ?? args) : args
  return textOf(value).slice(0, longestCommandChars).replace(/\s+/g, ' ').trim()
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.filter((word) => typeof word === 'string').join(' ')
  if (typeof value !== 'object' || value === null) return ''
  const fields = value as Readonly<Record<string, unknown>>
  const key = commandKeys.find((name) => Object.hasOwn(fields, name))
  const command = key === undefined ? undefined : fields[key]
  return typeof command === 'string' || Array.isArray(command) ? textOf(command) : ''
}

function whatFails({ observation, ok }: CheckedCall): readonly string[] {
  const { text, passed, items } = readOutput(observation)
  if (passed === true) return []
  const lines = items ?? failingLines(text)
  if (lines.length > 0 || (passed === null && ok !== false)) return lines
  const last = lastLines(text)
  return last.length > 0 ? last : ['failed']
}
