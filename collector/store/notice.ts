import type { BudgetWarning, LimitHit, Totals } from '@loop-observer/rules'

/** Fields that every notice carries. */
interface NoticeBase {
  readonly run: string
  /** Unique in the run. */
  readonly id: string
  /** On the clock of the steps, milliseconds since the epoch. */
  readonly atMs: number
  readonly totals: Totals
}

/** What became known of a run that is no decision, for whoever runs the agent. Kept in the outbox until it is delivered. */
export type Notice =
  /** A limit came near. */
  | (NoticeBase & { readonly kind: 'budget_warning'; readonly warning: BudgetWarning })
  /** A limit was met about which nothing was decided. */
  | (NoticeBase & { readonly kind: 'limit_hit'; readonly limit: LimitHit })
  /** An effect waits for a person. */
  | (NoticeBase & {
      readonly kind: 'approval_needed'
      readonly effect: string
      readonly tool: string | null
      readonly note: string | null
    })
  /** The run fell silent. */
  | (NoticeBase & { readonly kind: 'lost' })
