import { z } from 'zod'

const label = z.looseObject({
  kind: z.string(),
  step_from: z.number().nullish(),
  step_to: z.number().nullish(),
})

const labelled = z.looseObject({
  task_key: z.string().nullish(),
  labels: z.array(label).nullish(),
})

/** What people or the environment said about a recorded run. Judging never sees it. */
export interface Labels {
  /** Runs of one task share it; folds are cut along it. */
  readonly taskKey: string
  /** Steps at which the environment made a call fail though it was right. */
  readonly injectedFaults: readonly number[]
  /** Last step that a person called a repetition, or null. */
  readonly lastRepetition: number | null
}

/** Reads the labels of one line. */
export function labelsOf(line: unknown, run: string): Labels {
  const { task_key, labels } = labelled.parse(line)
  const of = (kind: string) => (labels ?? []).filter((each) => each.kind === kind)
  const ends = of('repetition').map(({ step_to }) => step_to ?? 0)
  return {
    taskKey: task_key ?? run,
    injectedFaults: of('injected_transient_error').flatMap(({ step_from }) =>
      step_from == null ? [] : [step_from],
    ),
    lastRepetition: ends.length > 0 ? Math.max(...ends) : null,
  }
}
