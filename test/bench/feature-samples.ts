import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { loadedCall } from './load/bodies.ts'

/** Content of one kind, as features are made of it. */
export interface Sample {
  readonly name: string
  readonly items: readonly string[]
}

/** What the load generator sends: observations of about 1700 characters, and arguments. */
export function loadedSamples(count = 256): readonly Sample[] {
  const calls = Array.from({ length: count * 2 }, (_, i) => loadedCall(i))
  const observations = calls.map(({ observation }) => observation)
  return [
    { name: 'prose', items: observations.filter((text) => !text.startsWith('{')) },
    { name: 'JSON rows', items: observations.filter((text) => text.startsWith('{')) },
  ]
}

/** Observations and messages of 1 to 3 KB from the recorded runs in a folder (`*.jsonl.gz`). */
export function recordedSamples(folder: string, count = 256): readonly Sample[] {
  const texts: string[] = []
  const json: string[] = []
  const messages: string[] = []
  for (const run of recordedRuns(folder)) {
    for (const { observation, text } of run.steps) {
      if (isMiddling(text)) messages.push(text)
      const shown = typeof observation === 'object' ? JSON.stringify(observation) : observation
      if (isMiddling(shown)) (isJson(shown) ? json : texts).push(shown)
    }
  }
  return [
    { name: 'recorded texts', items: spread(texts, count) },
    { name: 'recorded JSON', items: spread(json, count) },
    { name: 'recorded messages', items: spread(messages, count) },
  ]
}

interface RecordedSteps {
  readonly steps: readonly { readonly observation?: unknown; readonly text?: unknown }[]
}

function* recordedRuns(folder: string): Iterable<RecordedSteps> {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz'))) {
    const lines = gunzipSync(readFileSync(join(folder, file)))
      .toString('utf8')
      .split('\n')
    for (const line of lines) if (line !== '') yield JSON.parse(line) as RecordedSteps
  }
}

function isMiddling(text: unknown): text is string {
  return typeof text === 'string' && text.length >= 1000 && text.length <= 3000
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** `count` of them, from beginning to end. */
function spread(texts: readonly string[], count: number): readonly string[] {
  const every = Math.max(1, texts.length / count)
  return Array.from({ length: Math.min(count, texts.length) }, (_, i) => texts[Math.floor(i * every)] ?? '')
}
