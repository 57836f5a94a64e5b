import type { Benchmark } from './benchmark.ts'
import { benchStore, type StoreFigures } from './store.ts'

/** What a step costs in each store. */
export const stores: Benchmark = {
  name: 'stores',
  about: 'Committing steps to SQLite and Redis in groups; bytes a step.',
  async *measure({ seconds, repeats }) {
    const all: StoreFigures[] = []
    for (let i = 0; i < repeats; i++) all.push(await benchStore({ seconds: seconds / 10 }))
    const [first] = all
    for (const [index, { store, groupSteps, stepsPerRun, judged }] of first?.times.entries() ?? []) {
      const what = `${store}, groups of ${groupSteps}, ${stepsPerRun} a run${judged ? ', judged' : ''}`
      const values = all.map(({ times }) => times[index]?.cpuMicrosPerStep ?? Number.NaN)
      yield { name: what, unit: 'CPU µs/step', values }
    }
    for (const store of Object.keys(first?.bytesPerStep ?? {})) {
      const values = all.map(({ bytesPerStep }) => bytesPerStep[store] ?? Number.NaN)
      yield { name: `${store}, everything that a step adds`, unit: 'bytes', values }
    }
  },
}
