import type { Benchmark } from './benchmark.ts'
import { measureSdkCost, type SdkCost } from './sdk.ts'

/** What `run.tool` costs beside a plain span. */
export const sdkCost: Benchmark = {
  name: 'sdk',
  about: '`run.tool` against a plain OpenTelemetry span with the same attributes.',
  async *measure({ seconds, repeats }) {
    const calls = Math.max(400, Math.round(seconds * 2) * 400)
    const all: SdkCost[] = []
    for (let i = 0; i < repeats; i++) all.push(await measureSdkCost({ calls, rounds: 7 }))
    const of = (key: keyof SdkCost): readonly number[] => all.map((cost) => cost[key])
    yield { name: 'sdk, run.tool', unit: 'CPU µs', values: of('toolUs') }
    yield { name: 'sdk, a plain span with the same attributes', unit: 'CPU µs', values: of('sameSpanUs') }
    yield {
      name: 'sdk, run.tool : a plain span with the same attributes',
      unit: '×',
      values: of('ratio'),
      promise: { atMost: 1.5 },
    }
    yield { name: 'sdk, run.tool : a plain span with the content', unit: '×', values: of('ratioToContent') }
  },
}
