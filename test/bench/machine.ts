import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Where figures come from. */
export interface Machine {
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
  readonly node: string
  readonly system: string
}

/** This machine. */
export function thisMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  }
}

/** Runnable processes, averaged over the last minute. Beyond the number of cores, absolute figures suffer. */
export function machineLoad(): number {
  return Math.round((loadavg()[0] ?? 0) * 10) / 10
}
