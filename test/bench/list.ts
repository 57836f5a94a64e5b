import type { Benchmark } from './benchmark.ts'
import { checkpoints } from './checkpoints.ts'
import { engine } from './engine.ts'
import { features } from './features.ts'
import { gateway } from './gateway.ts'
import { sdkCost } from './sdk-cost.ts'
import { stages } from './stages.ts'
import { stores } from './stores.ts'
import { telemetry } from './telemetry.ts'
import { throughput } from './throughput.ts'

/** Everything that `npm run bench` measures, in this order. */
export const benchmarks: readonly Benchmark[] = [
  engine,
  features,
  stages,
  stores,
  sdkCost,
  checkpoints,
  telemetry,
  throughput,
  gateway,
]
