/** What a webhook may be told of. */
export const webhookEvents = [
  'decision',
  'limit_hit',
  'budget_warning',
  'escalation',
  'approval_needed',
  'lost',
] as const

/** One of {@link webhookEvents}. */
export type WebhookEvent = (typeof webhookEvents)[number]

/** How the body is written. */
export const webhookFormats = ['json', 'slack'] as const

/** One of {@link webhookFormats}. */
type WebhookFormat = (typeof webhookFormats)[number]

/** A webhook as configured. */
export interface Webhook {
  /** For logs and the `sink` label of metrics: `webhook:NAME`. Default: the host of the URL. */
  readonly name: string
  readonly url: string
  /** Signs each request when there is one. */
  readonly secret: string | null
  readonly events: readonly WebhookEvent[]
  readonly format: WebhookFormat
  /** Whether decisions that the mode only records are told as well. Default false. */
  readonly recorded: boolean
  /** Only runs of this tenant; null is all. */
  readonly tenant: string | null
}
