/**
 * True for an argument key whose value is made up for each call and asks for nothing: request ids
 * and nonces. Ids of sessions, runs, traces and messages are not among them: as an argument they
 * say what the call is about.
 */
export function isNonceKey(key: string): boolean {
  return nonces.has(key.toLowerCase().replace(/[-_\s]/g, ''))
}

const nonces = new Set([
  'requestid',
  'xrequestid',
  'clientrequestid',
  'correlationid',
  'xcorrelationid',
  'idempotencykey',
  'toolcallid',
  'callid',
  'traceparent',
  'tracestate',
  'nonce',
  'requestnonce',
  'cachebuster',
  'timestamp',
  'requesttimestamp',
  'clienttimestamp',
])
