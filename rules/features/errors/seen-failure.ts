import { commandEnd } from './command-end.ts'
import { saidFailure, type Fields } from './said-failure.ts'

/** Lines looked at, from the end: failures are told last. */
const LAST_LINES = 8
const TAIL_CHARS = 4000

/**
 * The failure that an observation tells of, where its source does not say whether the call failed;
 * null when it reads like a result. JSON is judged by its own words (`error`, `success`, `isError`, a status, an
 * exit code), text by its last lines, for a file that was read may hold any word.
 */
export function seenFailure(observation: unknown): string | null {
  if (typeof observation === 'string') {
    const text = observation.trimEnd()
    return text.startsWith('{') ? (failureInJson(text) ?? failureInText(text)) : failureInText(text)
  }
  return typeof observation === 'object' && observation !== null ? failureInObject(observation) : null
}

function failureInJson(text: string): string | null {
  if (text.length > TAIL_CHARS) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? failureInObject(value) : null
  } catch {
    return null
  }
}

function failureInObject(value: object): string | null {
  const fields: Fields = new Map<string, unknown>(Object.entries(value))
  const error = fields.get('error') ?? fields.get('Error')
  if (typeof error === 'string' && error.trim() !== '') return error
  if (typeof error === 'object' && error !== null) return JSON.stringify(error)
  if (fields.get('isError') === true || fields.get('success') === false || fields.get('ok') === false) {
    return JSON.stringify(value).slice(0, TAIL_CHARS)
  }
  return Array.isArray(value)
    ? null
    : (failureOfCommand(fields) ?? saidFailure(fields)?.slice(0, TAIL_CHARS) ?? null)
}

/** A command that ends with 1 and says nothing has found nothing, as `grep` does. */
function failureOfCommand(fields: Fields): string | null {
  const end = commandEnd(fields)
  if (end === null || end.exitCode === 0) return null
  const { exitCode, stdout, stderr } = end
  if (exitCode === null) return stdout === '' ? failureInText(stderr) : null
  if (stderr !== '') return stderr.slice(-TAIL_CHARS)
  if (stdout === '' && exitCode === 1) return null
  return failureInText(stdout) ?? `exit code ${exitCode}`
}

// The shell's and the interpreters' own ways to say it: at the beginning of a line, or as its end.
const begins =
  /^(?:[\w.]*(?:Error|Exception|Interrupt|Exit)\b(?::|$)|(?:ERROR|Error|error|FATAL|fatal|panic)\b\s*:|npm ERR!|E: |FAILED\b)/
const ends =
  /: (?:command not found|No such file or directory|Permission denied|not found|Is a directory|Not a directory|syntax error.*)$/
const exit = /^(?:.*\b)?exit(?:ed with)?(?: status| code)?[ :=]+[1-9]\d*\b/i

/** Longest text that may be a refusal as a whole. */
const MAX_REFUSAL_CHARS = 600
const refusal =
  /^(?:No replacement was (?:performed|made)\b|(?:The |Your |This )?(?:command|request|action|tool(?: use| call)?|operation|call|access)\b[^\n]{0,300}\b(?:was|were|has been) (?:blocked|denied|rejected|refused) by\b|Permission\b[^\n]{0,300}\b(?:was|has been) denied\b)/i

function failureInText(text: string): string | null {
  if (text.length <= MAX_REFUSAL_CHARS && refusal.test(text)) return text
  const lines = text.slice(-TAIL_CHARS).split('\n')
  let seen = 0
  for (let i = lines.length - 1; i >= 0 && seen < LAST_LINES; i--) {
    const line = (lines[i] ?? '').trim()
    if (line === '') continue
    seen++
    if (begins.test(line) || ends.test(line) || exit.test(line)) return line
  }
  return null
}
