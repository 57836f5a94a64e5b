import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultTraits, type Decision, type StepRecord } from '@loop-observer/rules'
import { parseRecordedRun } from '../../../collector/replay/recorded-run.ts'
import { recordedSteps } from '../../../collector/replay/recorded-steps.ts'
import { startControl, type ControlServer } from '../control/server.ts'
import { introOf } from '../control/steps.ts'
import { hashing } from '../../support/steps.ts'

const cases = readFileSync(new URL('../../fixtures/cases/cases.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line, index) => parseRecordedRun(JSON.parse(line), `cases.jsonl:${index + 1}`))

/** The steps as telemetry tells them: not numbered, and received in batches. */
function recordsOf(run: (typeof cases)[number]): readonly StepRecord[] {
  return recordedSteps(run, { hashing, keys: defaultTraits }).map(({ step }) => ({
    step: { ...step, sequence: null },
    preview: null,
  }))
}

describe('a log that is judged once more', () => {
  let server: ControlServer
  beforeEach(async () => {
    server = await startControl()
  })
  afterEach(() => server.stop())

  it('brings the decisions that were made, each with the rule that led to it, however it was received', async () => {
    let decided = 0
    for (const [index, run] of cases.entries()) {
      const intro = introOf(run.run_id)
      const records = recordsOf(run)
      const size = 1 + (index % 5)
      for (let at = 0; at < records.length; at += size) {
        const nowMs = server.store.now()
        const batch = records
          .slice(at, at + size)
          .map(({ step, preview }) => ({ step: { ...step, receivedAtMs: nowMs }, preview }))
        await server.judge.accept([{ intro, records: index % 2 === 0 ? batch : batch.toReversed() }])
      }
      await server.report(run.run_id, [])
      const path = `/v1/runs/${encodeURIComponent(run.run_id)}`
      const { decisions } = (await server.call(path)).body as { readonly decisions: readonly Decision[] }
      const { thinking, steps } = (await server.call(`${path}/steps?thoughts=true&limit=1000`))
        .body as Thinking
      expect([run.run_id, thinking.agrees]).toEqual([run.run_id, true])
      const led = steps.flatMap(({ id, thoughts }) =>
        (thoughts ?? []).flatMap((each) =>
          each.led === 'nothing' ? [] : [`${id} ${each.led} ${each.reason}`],
        ),
      )
      const made = decisions.map(({ step, action, reason }) => `${step} ${action} ${reason}`)
      expect([run.run_id, led.toSorted()]).toEqual([run.run_id, made.toSorted()])
      decided += decisions.length
    }
    expect(decided).toBeGreaterThan(20)
  })
})

interface Thinking {
  readonly thinking: { readonly agrees: boolean }
  readonly steps: readonly {
    readonly id: string
    readonly thoughts: readonly { readonly led: string; readonly reason: string }[] | null
  }[]
}
