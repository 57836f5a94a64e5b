import { z } from 'zod'
import { webhookEvents, webhookFormats, type Webhook } from '../outbox/webhooks/webhook.ts'

/** A list of webhooks, or what is wrong with it. */
export type ParsedWebhooks =
  | { readonly ok: true; readonly value: readonly Webhook[] }
  | { readonly ok: false; readonly message: string }

/** One webhook as the policy file writes it. */
export const webhookBlock = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' }),
  name: z
    .string()
    .regex(/^[\w.-]{1,40}$/, 'must be 1 to 40 letters, digits, `_`, `.` or `-`')
    .optional()
    .describe('For logs and metrics. Default: the host of the URL.'),
  secret: z.string().min(16).optional().describe('Signs each request. Default `webhook_secret`.'),
  events: z.array(z.enum(webhookEvents)).min(1).optional().describe('What it is told. Default all.'),
  format: z.enum(webhookFormats).optional().describe('Default json.'),
  recorded: z
    .boolean()
    .optional()
    .describe('Whether decisions that the mode only records are told as well. Default false.'),
  tenant: z.string().optional().describe('Only runs of this tenant. Default all.'),
})

/** Reads a list of blocks (YAML), or text: URLs separated by commas or spaces, `slack+URL` for Slack's format. */
export function parseWebhooks(written: unknown): ParsedWebhooks {
  const entries = typeof written === 'string' ? written.split(/[,\s]+/).filter(Boolean) : written
  if (!Array.isArray(entries) || entries.length === 0) return bad('must be text or a list')
  const webhooks: Webhook[] = []
  for (const [index, entry] of (entries as readonly unknown[]).entries()) {
    const webhook = readEntry(typeof entry === 'string' ? blockOf(entry) : entry)
    if (typeof webhook === 'string') return bad(`entry ${index + 1}: ${webhook}`)
    if (webhooks.some(({ name }) => name === webhook.name)) {
      return bad(`entry ${index + 1}: there is another named \`${webhook.name}\`; give it a \`name\``)
    }
    webhooks.push(webhook)
  }
  return { ok: true, value: webhooks }
}

function bad(message: string): ParsedWebhooks {
  return { ok: false, message }
}

const slack = 'slack+'

function blockOf(text: string): object {
  return text.startsWith(slack) ? { url: text.slice(slack.length), format: 'slack' } : { url: text }
}

/** The words of a mistake never hold the URL or the secret. */
function readEntry(entry: unknown): Webhook | string {
  const read = webhookBlock.safeParse(entry)
  if (!read.success) {
    const [issue] = read.error.issues
    return `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`.trim()
  }
  const { url, name, secret, events, format, recorded, tenant } = read.data
  return {
    name: name ?? new URL(url).host.replace(/[^\w.-]/g, '_'),
    url,
    secret: secret ?? null,
    events: events ?? webhookEvents,
    format: format ?? 'json',
    recorded: recorded ?? false,
    tenant: tenant ?? null,
  }
}
