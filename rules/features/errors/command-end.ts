import type { Fields } from './said-failure.ts'

/** What a command wrote, and how it ended. */
export interface CommandEnd {
  /** Null where it is not told. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

const codeKeys = [
  'exit_code',
  'exitCode',
  'returncode',
  'return_code',
  'returnCode',
  'exit_status',
  'exitStatus',
]

/** The end of a command that a result's fields tell of; null when they tell of none. */
export function commandEnd(fields: Fields): CommandEnd | null {
  const code = codeKeys.map((key) => fields.get(key)).find((value) => typeof value === 'number')
  const stderr = textIn(fields, ['stderr'])
  if (code === undefined && stderr === '') return null
  return {
    exitCode: typeof code === 'number' ? code : null,
    stdout: textIn(fields, ['stdout', 'output', 'out']),
    stderr,
  }
}

function textIn(fields: Fields, keys: readonly string[]): string {
  const text = keys.map((key) => fields.get(key)).find((value) => typeof value === 'string')
  return typeof text === 'string' ? text.trim() : ''
}
