import { readRun, readSteps, type ReadRun, type ReadStep } from '../support/observer-reading.ts'
import { until } from '../support/deadline.ts'
import type { FleetRun } from './fleet.ts'

/** What became of a run, by both tellings. */
interface Account {
  readonly run: FleetRun
  readonly read: ReadRun | null
  readonly steps: readonly ReadStep[]
}

/**
 * Compares what agents were told with what the observer knows, once everything has arrived and is judged.
 * Returns the broken promises in words, empty when there are none:
 * every acknowledged step is in the log, once, and counted once; every looping run is halted; no working
 * run has any decision.
 */
export async function brokenPromises(
  runs: readonly FleetRun[],
  controlUrl: string,
): Promise<readonly string[]> {
  const broken: string[] = []
  const giveUpAtMs = Date.now() + settlingMs
  for (const run of runs) {
    const account = await settledAccount(run, controlUrl, giveUpAtMs)
    broken.push(
      ...[...countedOnce(account), ...judgedRightly(account)].map((text) => `${name(run)}: ${text}`),
    )
  }
  return broken
}

function name({ conduct, address, ended }: FleetRun): string {
  return `run ${address} that ${conduct}${ended === null ? '' : ` (SDK says ${ended})`}`
}

/** Until the last retry of Collector and SDK has arrived and is judged. */
const settlingMs = 40_000

/** Waits until the run keeps every promise, or until it is time to give up. */
async function settledAccount(run: FleetRun, controlUrl: string, giveUpAtMs: number): Promise<Account> {
  let account: Account = { run, read: null, steps: [] }
  await until(
    async () => {
      account = {
        run,
        read: await readRun(controlUrl, run.address),
        steps: await readSteps(controlUrl, run.address),
      }
      return countedOnce(account).length === 0 && judgedRightly(account).length === 0
    },
    { timeoutMs: giveUpAtMs - Date.now(), intervalMs: 100, what: 'the promises are kept' },
  ).catch(() => undefined)
  return account
}

function countedOnce({ run, read, steps }: Account): readonly string[] {
  const broken: string[] = []
  const calls = steps.filter((step) => step.kind === 'tool')
  const known = new Set(calls.flatMap(({ id, spanId }) => [id, spanId]))
  const lost = [...run.acknowledged].filter((id) => !known.has(id))
  if (lost.length > 0) broken.push(`${lost.length} of ${run.acknowledged.size} acknowledged steps are lost`)
  const ids = new Set(steps.map((step) => step.id))
  if (ids.size < steps.length) broken.push(`${steps.length - ids.size} steps are in the log twice`)
  const spans = new Set(calls.map((step) => step.spanId))
  if (spans.size < calls.length) broken.push(`${calls.length - spans.size} calls are in the log twice`)
  const counted = read?.summary?.totals.toolCalls ?? 0
  if (counted !== calls.length) broken.push(`${counted} calls counted, ${calls.length} in the log`)
  return broken
}

function judgedRightly({ run, read }: Account): readonly string[] {
  const decisions = read?.decisions ?? []
  if (run.conduct === 'works') {
    return decisions.map(({ action, reason, seq }) => `decision ${seq}: ${action} for ${reason}`)
  }
  // A run of the SDK may have been halted by the rules in its own process while no observer answered.
  const halted = read?.summary?.halted === true || run.ended === 'halted'
  return halted
    ? []
    : [`not halted; decisions: ${decisions.map(({ action }) => action).join(', ') || 'none'}`]
}
