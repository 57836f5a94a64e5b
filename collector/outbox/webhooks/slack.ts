import type { WebhookMessage } from './message.ts'

/** A body that Slack's incoming webhooks take, and services that copy them: a text, and blocks that show it well. */
export function slackBody(message: WebhookMessage): object {
  const { agent, run, explanation, tried, missing, page } = message
  const title = `*${escaped(titleOf(message))}* ${escaped(agent ?? 'agent')}: <${page}|${escaped(run)}>`
  const more = [
    tried.length > 0 ? `Tried: ${tried.join(', ')}` : null,
    missing === null ? null : `Missing: ${missing}`,
    message.class === null ? null : `Doing: ${message.class.replaceAll('_', ' ')}`,
    message.trace_id === null ? null : `Trace: ${message.trace_id}`,
  ].filter((line) => line !== null)
  const text = `${title}\n${escaped(explanation)}`
  return {
    text: cut(text, 3000),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: cut(text, 3000) } },
      ...(more.length === 0
        ? []
        : [{ type: 'context', elements: [{ type: 'mrkdwn', text: cut(escaped(more.join('\n')), 3000) }] }]),
    ],
  }
}

function titleOf({ type, action, enforced, reason }: WebhookMessage): string {
  const because = reason === null ? '' : ` (${reason})`
  if (action === null) return `${type.replaceAll('_', ' ')}${because}`
  return `${enforced === true ? action : `would ${action}`}${because}`
}

/** Slack reads these three as markup: https://docs.slack.dev/messaging/formatting-message-text */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}
