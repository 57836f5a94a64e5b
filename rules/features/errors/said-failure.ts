/** Fields of a result, by name. */
export type Fields = ReadonlyMap<string, unknown>

/**
 * The failure that the fields of a result say in numbers or in a word: `error: true`, a status of HTTP from 400
 * on with what came instead, a state such as `denied` with its reason. Null for any other result, of a job that
 * failed too: that one was looked at, which did not fail.
 */
export function saidFailure(fields: Fields): string | null {
  if (fields.get('error') === true) return told(fields) ?? 'error'
  return failureByStatus(fields) ?? failureByState(fields)
}

const statusKeys = ['status', 'status_code', 'statusCode', 'http_status', 'httpStatus', 'code'] as const

function failureByStatus(fields: Fields): string | null {
  for (const key of statusKeys) {
    const status = statusOf(fields.get(key))
    if (status === null) continue
    const words = told(fields) ?? (key === 'code' ? null : bodyOf(fields))
    if (words !== null) return `${status} ${words}`
    if (key !== 'status' && key !== 'code') return `status ${status}`
  }
  return null
}

/** 400 to 599, as a number or in digits. */
function statusOf(value: unknown): number | null {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\d{3}$/.test(value))) return null
  const status = Number(value)
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : null
}

/** What came instead. */
function bodyOf(fields: Fields): string | null {
  for (const key of ['body', 'response', 'text', 'content', 'data']) {
    const body = fields.get(key)
    if (typeof body === 'string') return body
    if (typeof body === 'object' && body !== null) {
      const inside: Fields = new Map(Object.entries(body))
      return told(inside) ?? JSON.stringify(body)
    }
  }
  return null
}

const wordKeys = 'error Error message Message msg detail details reason title statusText error_message'.split(
  ' ',
)

/** What words say of it: `token_expired: The access token expired`. */
function told(fields: Fields): string | null {
  const words = wordKeys
    .map((key) => fields.get(key))
    .filter((value) => typeof value === 'string' && value !== '')
  return words.length > 0 ? words.join(': ') : null
}

/** States of a call; the second ones are also those of what a call looks at. */
const states = new Set(['error', 'denied', 'unauthorized', 'unauthenticated', 'forbidden'])
const ambiguous = new Set(['failed', 'failure', 'rejected', 'blocked', 'refused'])
const aboutFailure =
  /^(?:errors?|error_?(?:code|message|type)|message|msg|reason|details?|description|hint|code|status_?code|type|title|(?:request|trace|correlation)_?id|timestamp|time|retry_?after|tool|tool_?name|action|command|path|url|method|query|body|policy|rule)$/i

function failureByState(fields: Fields): string | null {
  for (const key of ['status', 'state', 'result', 'outcome']) {
    const value = fields.get(key)
    if (typeof value !== 'string') continue
    const state = value.toLowerCase()
    const isState = states.has(state)
    if (!isState && !ambiguous.has(state)) continue
    const others = [...fields].filter(([name, other]) => name !== key && other != null)
    if (!others.every(([name]) => aboutFailure.test(name))) continue
    const words = told(fields)
    if (words !== null) return `${value}: ${words}`
    if (isState) return value
  }
  return null
}
