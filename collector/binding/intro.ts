import { loopAttributes, type PolicyFile, maskSecrets } from '@loop-observer/rules'
import { fieldsOf } from '../dialects/fields-of.ts'
import { readText } from '../dialects/fields.ts'
import type { RunIntro } from '../judging/judging.ts'
import type { AttributeValue, AttributeView } from '../receiver/span-view.ts'

/** Attributes that describe whoever runs the agent, always shown with a run. */
const descriptive: readonly string[] = [
  'service.name',
  'service.namespace',
  'service.version',
  'service.instance.id',
  'deployment.environment.name',
  'deployment.environment',
]

const mostAttributes = 32
const longestValue = 200

/** Attributes that a run is introduced with: those that describe it and those that routes of the policy match. */
export function introKeys(policy: PolicyFile): readonly string[] {
  const named = (policy.routes ?? []).flatMap((route) => Object.keys(route.attributes ?? {}))
  // Keys that routes match come first: the bound must not cost a route.
  return [...new Set([...named, ...descriptive])].slice(0, mostAttributes - 1)
}

/** What one span says of its run besides its steps. */
export interface SpanContext {
  readonly attributes: AttributeView
  readonly resource: AttributeView
}

/** The task that a span names, by one of `keys` at last, without what looks like a secret, or null. */
export function taskOf(span: SpanContext, keys: readonly string[] = []): string | null {
  const task = [loopAttributes.task, ...keys]
    .map((key) => span.attributes.get(key) ?? span.resource.get(key))
    .find((value) => typeof value === 'string' && value !== '')
  return typeof task === 'string' && task !== '' ? maskSecrets(task.slice(0, 4000)).slice(0, 1000) : null
}

/** The run that started the span's run, as the span says it, or null. */
export function parentOf(span: SpanContext): string | null {
  const parent = span.attributes.get(loopAttributes.parentRun) ?? span.resource.get(loopAttributes.parentRun)
  return typeof parent === 'string' && parent !== '' ? parent.slice(0, 512) : null
}

/** True for a span of a run that the SDK conducts. */
export function isFromSdk(span: SpanContext): boolean {
  return span.attributes.get(loopAttributes.source) === 'sdk'
}

/**
 * Values of `keys` on a span of the vocabulary `dialect` or its resource, as text, and the session;
 * at most 32 of at most 200 characters.
 */
export function describeRun(
  span: SpanContext,
  keys: readonly string[],
  dialect: string,
): RunIntro['attributes'] {
  const attributes: Record<string, string> = {}
  const shared = resourceTexts(span.resource, keys)
  for (const [index, key] of keys.entries()) {
    const text = textOf(span.attributes.get(key)) ?? shared[index] ?? null
    if (text !== null) attributes[key] = text
  }
  const holder = { name: '', attributes: span.attributes, events: [] }
  const id = attributes['session.id'] ?? readText(holder, fieldsOf(dialect).session, longestValue)
  return id === null ? attributes : { ...attributes, 'session.id': id }
}

/** What resources said: spans of one request share theirs. */
const texts = new WeakMap<
  AttributeView,
  { readonly keys: readonly string[]; readonly values: readonly (string | null)[] }
>()

function resourceTexts(resource: AttributeView, keys: readonly string[]): readonly (string | null)[] {
  const known = texts.get(resource)
  if (known?.keys === keys) return known.values
  const values = keys.map((key) => textOf(resource.get(key)))
  texts.set(resource, { keys, values })
  return values
}

function textOf(value: AttributeValue | undefined): string | null {
  if (typeof value === 'string') return maskSecrets(value.slice(0, longestValue * 4)).slice(0, longestValue)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}
