import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const toleranceSeconds = 300

/** True when the body was signed with the secret (`whsec_BASE64`, or any text) within the last five minutes. */
export function isSigned(secret, headers, body, nowMs = Date.now()) {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(nowMs / 1000 - Number(seconds)) <= toleranceSeconds)) return false
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const expected = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest()
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** A server that hands each decision that may act to `act`, once; answer fast, work afterwards. */
export function webhookServer(secret, act) {
  const seen = new Set()
  const receive = (body, request, response) => {
    if (!isSigned(secret, request.headers, body)) return void response.writeHead(401).end()
    response.writeHead(204).end()
    const message = JSON.parse(body)
    if (message.enforced !== true || seen.has(message.id)) return
    seen.add(message.id)
    act(message)
  }
  return createServer((request, response) => {
    // A sender that breaks off must not end the process.
    const breakOff = () => response.destroy()
    void text(request).then((body) => receive(body, request, response), breakOff)
  })
}
