/** What a key says about its value. */
export type KeyKind =
  | 'data'
  | 'id'
  | 'weak_id'
  | 'pid'
  | 'time'
  | 'took'
  | 'maybe_took'
  | 'schedule'
  | 'score'

/** What `key` says about its value; spelling (`request_id`, `requestId`, `X-Request-Id`) does not matter. */
export function keyKind(key: string): KeyKind {
  const word = key
    .slice(0, 64)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-\s.]+/g, '_')
    .toLowerCase()
  if (exactIds.has(word) || ids.test(word)) return 'id'
  if (weakIds.has(word)) return 'weak_id'
  if (pids.has(word)) return 'pid'
  if (measured.test(word)) return 'took'
  if (word === 'duration' || word === 'runtime') return 'maybe_took'
  if (schedules.test(word)) return 'schedule'
  if (times.test(word)) return 'time'
  if (scores.test(word)) return 'score'
  return 'data'
}

const ids =
  /(?:^|[^a-z])(?:x?(?:amzn|amz|goog|ms|aws)?(?:client)?request|req|trace|span|correlation|message|msg|tool_?call|call|run|session|invocation|execution|response|generation|completion|checkpoint)_?id$/
const exactIds = new Set([
  'nonce',
  'traceparent',
  'tracestate',
  'cf_ray',
  'requestid',
  'traceid',
  'spanid',
  'messageid',
  'msgid',
  'toolcallid',
  'callid',
  'runid',
  'sessionid',
  'correlationid',
  'idempotency_key',
  'idempotencykey',
  'checkpoint_ns',
  'langgraph_step',
  'x_amzn_trace_id',
  'etag',
])
const weakIds = new Set(['session', 'sid'])
const pids = new Set(['pid', 'ppid', 'tid', 'pgid', 'process_id', 'processid', 'thread_id_native'])
const times =
  /(?:^|_)(?:at|ts|timestamp|timestamps|epoch|epoch_ms|now|time|datetime|time_ms|timestamp_ms|time_unix_nano|created|updated|modified|mtime|ctime|atime|generated|expires|expiry|expiration|iat|exp|nbf|last_seen|heartbeat|timestamp_us|timestamp_ns)$/
const schedules =
  /(?:^|_)(?:start|starts|end|ends|from|to|until|due|begin|begins|depart|departs|departure|arrival|arrive|arrives|deadline|scheduled|schedule|check_?in|check_?out|birth|born|valid|effective|slot|appointment|meeting|delivery|pickup|opening|closing|opens|closes|available|event|booking|date|release|published)(?:_|$)/
const measured =
  /(?:^|_)(?:elapsed|took|latency|uptime|wall_time|cpu_time|execution_time|exec_time|response_time|processing_time|query_time|run_time|load_time|(?:duration|runtime)_(?:ms|s|us|ns|sec|secs|seconds|millis))(?:_(?:ms|s|us|ns|sec|secs|seconds|millis|in_seconds|in_millis))?$/
/** How well something matches what was asked, not how well somebody did. */
const scores =
  /^[_@]?(?:(?:search|max|relevance|relevancy|ranking|similarity|match|vector|rerank|reranker|bm25|semantic|cosine|hybrid|retrieval|embedding)_){0,2}(?:scores?|relevance|relevancy|similarity|similarities|distances?|rank|confidence|certainty)$/
