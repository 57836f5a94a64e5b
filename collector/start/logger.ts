import { styleText } from 'node:util'
import pino, { type Logger } from 'pino'
import { printable, visible } from '../cli/visible.ts'
import type { LogLevel } from '../config/settings.ts'

/** Where log lines go. */
export interface LogTarget {
  write(line: string): void
}

/**
 * The observer's logger: JSON lines, or lines for people when `human`. Both carry the same fields;
 * tokens and keys never reach it.
 */
export function createLogger(level: LogLevel, human: boolean, target: LogTarget = process.stdout): Logger {
  const options = {
    level,
    base: { service: 'loop-observer' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return pino(options, human ? { write: (line: string): void => target.write(forPeople(line)) } : target)
}

/** `12:00:01 warn  message key=value`, with the stack of an error below. */
function forPeople(line: string): string {
  const fields = JSON.parse(line) as Record<string, unknown>
  const { time, level, msg, err, service: _, ...rest } = fields
  const severity = String(level)
  const clock = String(time).slice(11, 19)
  const pairs = Object.entries(rest).map(([key, value]) => `${visible(key)}=${valueForPeople(value)}`)
  const text = [
    styleText('dim', clock),
    coloured(severity),
    typeof msg === 'string' ? visible(msg) : '',
    styleText('dim', pairs.join(' ')),
  ]
  return `${text.join(' ').trimEnd()}\n${stackOf(err)}`
}

function coloured(severity: string): string {
  const padded = severity.padEnd(5)
  if (severity === 'error' || severity === 'fatal') return styleText('red', padded)
  return severity === 'warn' ? styleText('yellow', padded) : padded
}

function valueForPeople(value: unknown): string {
  return visible(typeof value === 'string' ? value : JSON.stringify(value))
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { stack, message } = error as { readonly stack?: unknown; readonly message?: unknown }
  const text = typeof stack === 'string' ? stack : String(message)
  return `${printable(text, false).replaceAll(/^/gm, '         ')}\n`
}
