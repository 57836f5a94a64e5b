import type { AttributeValue } from '../receiver/span-view.ts'
import { vocabularies } from './vocabulary-list.ts'

/** True for a value that stands for "not captured" under this attribute key. */
export function isPlaceholder(key: string, value: AttributeValue): boolean {
  if (typeof value !== 'string' || value.length > longest) return false
  if (everywhere.has(value)) return true
  return scoped.some((entry) => key.startsWith(entry.prefix) && entry.values.includes(value))
}

/** True for a call id that identifies nothing: a placeholder, or the tool's own name. */
export function isPlaceholderCallId(callId: string, tool: string): boolean {
  // Providers without call ids: Microsoft.Extensions.AI repeats the tool's name.
  return callId === '' || callId === tool || neverIds.has(callId.toLowerCase())
}

const everywhere: ReadonlySet<string> = new Set([
  '__REDACTED__', // OpenInference with hidden inputs or outputs
  '<REDACTED>', // Claude Code
  '[REDACTED]', // Codex CLI
  '<not specified>', // Google ADK
  '<not serializable>', // Google ADK
])

const scoped = vocabularies.flatMap(({ placeholders }) => placeholders ?? [])

const neverIds: ReadonlySet<string> = new Set([
  'unknown', // Microsoft Agent Framework
  'none', // Spring AI
  'null',
  'undefined',
  'n/a',
])

const longest = 24
