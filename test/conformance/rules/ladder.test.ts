import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtinPolicy, defaultTraits, presets, resolvePolicy, type PolicyFile } from '@loop-observer/rules'
import { readReplayFile } from '../../../collector/replay/read-file.ts'
import { parseRecordedRun } from '../../../collector/replay/recorded-run.ts'
import { replayRun, replaySpanRun, type Replayed } from '../../../collector/replay/replay.ts'
import { spanRuns } from '../../../collector/replay/span-runs.ts'
import { ladderFaults } from '../../support/ladder.ts'
import { spansOfExport } from '../../support/langfuse-export.ts'
import { hashing } from '../../support/steps.ts'

const fixtures = new URL('../../fixtures/', import.meta.url)

/** Every case, and every run that real frameworks recorded, judged by the policy. */
async function everyRun(policy: PolicyFile): Promise<readonly Replayed[]> {
  const cases = readFileSync(new URL('cases/cases.jsonl', fixtures), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => parseRecordedRun(JSON.parse(line), `cases.jsonl:${index + 1}`))
    .map((run) => replayRun(run, policy, { hashing, keys: defaultTraits }))
  const otlp = readdirSync(new URL('otlp/', fixtures)).filter((name) => name.endsWith('.json'))
  const files = await Promise.all(
    otlp.map((name) => readReplayFile(new URL(`otlp/${name}`, fixtures).pathname)),
  )
  const exports = readdirSync(new URL('recorded/', fixtures)).flatMap(
    (name) => /^langfuse\.(.+)\.trace\.json$/.exec(name)?.[1] ?? [],
  )
  const spans = [...files.flatMap((file) => file.spans), ...exports.flatMap(spansOfExport)]
  const recorded = (await spanRuns(spans, policy)).map((run) => replaySpanRun(run, policy))
  expect(recorded.length).toBeGreaterThan(8)
  return [...cases, ...recorded]
}

test.each(presets)(
  'no loop is ended without a nudge before it, and new evidence after it, where the table says nudge: %s',
  async (preset) => {
    const file = { ...builtinPolicy, preset }
    const policy = resolvePolicy(file, { source: 'replay', agent: null, attributes: {} })
    const runs = await everyRun(file)
    expect(runs.flatMap((run) => ladderFaults(run, policy))).toEqual([])
    const stops = runs.flatMap(({ decisions }) => decisions.filter(({ action }) => action !== 'nudge'))
    const announced = stops.filter(({ reason }) => policy.rules[reason].response.startsWith('nudge'))
    expect(announced.length).toBeGreaterThan(20)
  },
)
