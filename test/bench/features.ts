import { hash } from 'node:crypto'
import {
  callFeatures,
  defaultTraits,
  observationFeatures,
  textFeatures,
  type Hashing,
} from '@loop-observer/rules'
import type { Benchmark } from './benchmark.ts'
import { costOf, type WorkCost } from './cost-of.ts'
import { loadedSamples, recordedSamples, type Sample } from './feature-samples.ts'
import type { Measured } from './figure.ts'
import { loadedCall } from './load/bodies.ts'

/** What it costs to reduce content to features. */
export const features: Benchmark = {
  name: 'features',
  about: 'Features of observations and arguments: processor time and memory allocated.',
  async *measure({ repeats }) {
    for (const { name, cost } of featureCosts(loadedSamples())) {
      const costs = Array.from({ length: repeats }, cost)
      yield* figuresOf(name, costs)
    }
  },
}

function* figuresOf(name: string, costs: readonly WorkCost[]): Iterable<Measured> {
  yield { name: `features, ${name}`, unit: 'CPU µs', values: costs.map(({ us }) => us) }
  yield { name: `features, ${name}: allocated`, unit: 'bytes', values: costs.map(({ bytes }) => bytes) }
}

const hashing: Hashing = { seed: 0, digest: (text) => hash('sha256', text, 'hex').slice(0, 32) }

interface Measurable {
  readonly name: string
  readonly cost: () => WorkCost
}

function featureCosts(samples: readonly Sample[]): readonly Measurable[] {
  const calls = Array.from({ length: 512 }, (_, i) => loadedCall(i))
  return [
    ...samples.map(({ name, items }) => ({
      name,
      cost: () =>
        name.includes('messages')
          ? costOf(items, (text) => textFeatures(text, hashing))
          : costOf(items, (text) => observationFeatures(text, hashing)),
    })),
    {
      name: 'arguments',
      cost: () => costOf(calls, ({ tool, args }) => callFeatures(tool, args, defaultTraits, hashing)),
    },
  ]
}

// node -C loop-observer-source test/bench/features.ts [FOLDER of recorded runs]
if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  const samples = [...loadedSamples(), ...(folder === undefined ? [] : recordedSamples(folder))]
  console.table(
    Object.fromEntries(
      featureCosts(samples).map(({ name, cost }) => {
        const { us, bytes } = cost()
        return [name, { 'CPU µs': Number(us.toFixed(1)), bytes: Math.round(bytes) }]
      }),
    ),
  )
}
