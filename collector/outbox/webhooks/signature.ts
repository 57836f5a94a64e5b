import { createHmac } from 'node:crypto'

/** What is signed. */
export interface Signed {
  readonly id: string
  /** Seconds since the epoch. */
  readonly timestampSeconds: number
  readonly body: string
}

/**
 * Headers of a request, signed as *Standard Webhooks* has it: HMAC-SHA256 over `ID.TIMESTAMP.BODY`, base64
 * behind `v1,`. Libraries of that specification verify it. Without a secret there is no signature.
 */
export function signedHeaders(
  secret: string | null,
  { id, timestampSeconds, body }: Signed,
): Readonly<Record<string, string>> {
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestampSeconds) }
  if (secret === null) return headers
  const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestampSeconds}.${body}`).digest('base64')
  return { ...headers, 'webhook-signature': `v1,${mac}` }
}

/** `whsec_BASE64` as the specification writes secrets; any other text is the key as it stands. */
function keyOf(secret: string): Buffer {
  const prefix = 'whsec_'
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret)
}
