import type { Decision } from '@loop-observer/rules'

/** A step of `GET /v1/runs/{run}/steps`, as far as tests look at it. */
export interface ReadStep {
  readonly position: number
  readonly id: string
  readonly kind: string
  readonly spanId: string | null
}

/** A run of `GET /v1/runs/{run}`, as far as tests look at it. */
export interface ReadRun {
  readonly run: string
  readonly summary: {
    readonly outcome: string
    readonly halted: boolean
    readonly totals: { readonly toolCalls: number }
  } | null
  readonly decisions: readonly Decision[]
  readonly steps: number
  readonly judgedSteps: number
}

/** Reads a run by id or `trace:ID`; null when the observer does not know it. Throws on any other failure. */
export async function readRun(controlUrl: string, run: string): Promise<ReadRun | null> {
  const response = await fetch(`${controlUrl}/v1/runs/${encodeURIComponent(run)}`)
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`GET run: ${response.status} ${await response.text()}`)
  return (await response.json()) as ReadRun
}

/** Reads a run's whole log, page by page; empty when the observer does not know the run. */
export async function readSteps(controlUrl: string, run: string): Promise<readonly ReadStep[]> {
  const all: ReadStep[] = []
  for (let from = 0; ;) {
    const response = await fetch(`${controlUrl}/v1/runs/${encodeURIComponent(run)}/steps?from=${from}`)
    if (response.status === 404) return []
    if (!response.ok) throw new Error(`GET steps: ${response.status} ${await response.text()}`)
    const page = (await response.json()) as { steps: readonly ReadStep[] }
    const last = page.steps.at(-1)
    if (last === undefined) return all
    all.push(...page.steps)
    from = last.position + 1
  }
}

/** How many runs the observer lists, at most 1000. */
export async function runCount(controlUrl: string): Promise<number> {
  const response = await fetch(`${controlUrl}/v1/runs?limit=1000`)
  if (!response.ok) throw new Error(`GET runs: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { runs: readonly unknown[] }).runs.length
}
