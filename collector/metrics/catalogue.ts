/** One metric as data. `labels` are closed sets of words, never ids. */
export interface MetricSpec {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  /** Upper bounds of a histogram, in the unit that the name ends with. */
  readonly buckets?: readonly number[]
}

const secondsBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Every metric of the observer. In the output each name has the prefix `loop_observer_`. */
export const catalogue = {
  export_requests_total: {
    type: 'counter',
    help: 'OTLP export requests, by signal, transport, encoding and result (accepted, partial, or an error code).',
    labels: ['signal', 'transport', 'encoding', 'result'],
  },
  refused_requests_total: {
    type: 'counter',
    help: 'Requests refused before anything of them was read, by the way in (otlp_http, otlp_grpc, control) and error code: no token, not enough rights, a path or method that is not served, an observer that stops.',
    labels: ['door', 'cause'],
  },
  export_bytes_total: {
    type: 'counter',
    help: 'Bytes of OTLP export requests, after decompression.',
    labels: [],
  },
  export_request_seconds: {
    type: 'histogram',
    help: 'Time of OTLP export requests, until their steps are in the store.',
    labels: [],
    buckets: secondsBuckets,
  },
  spans_received_total: { type: 'counter', help: 'Spans decoded.', labels: [] },
  spans_rejected_total: { type: 'counter', help: 'Spans that can never be accepted.', labels: [] },
  logs_received_total: { type: 'counter', help: 'Log records decoded.', labels: [] },
  logs_rejected_total: { type: 'counter', help: 'Log records that can never be accepted.', labels: [] },
  logs_unread_total: {
    type: 'counter',
    help: 'Log records that say nothing about a run: of no known event (`unknown`), or naming neither trace nor conversation (`no_run`).',
    labels: ['reason'],
  },
  log_readings_total: {
    type: 'counter',
    help: 'What log records said about runs, by vocabulary.',
    labels: ['dialect', 'kind'],
  },
  log_faults_total: {
    type: 'counter',
    help: 'Log records left out because reading them failed.',
    labels: [],
  },
  sampled_spans_total: {
    type: 'counter',
    help: 'Spans that say that a sampler in front lets only some through: runs have holes.',
    labels: [],
  },
  unobserved_runs_total: {
    type: 'counter',
    help: 'Runs whose span says that no observer answered them while they went on: the SDK fails open.',
    labels: [],
  },
  readings_total: {
    type: 'counter',
    help: 'What spans said about runs, by the vocabulary that decided the kind.',
    labels: ['dialect', 'kind'],
  },
  calls_total: {
    type: 'counter',
    help: 'Tool calls told by spans, by what of them was captured: `both`, `args`, `observation` or `nothing`.',
    labels: ['dialect', 'captured'],
  },
  clock_skew_seconds: {
    type: 'gauge',
    help: 'Largest distance between the end of spans and their arrival in the newest batch, waiting in batches included.',
    labels: [],
  },
  spans_unread_total: {
    type: 'counter',
    help: 'Spans of no known kind, by the vocabulary they are likely of; `none` has nothing to do with agents.',
    labels: ['vocabulary'],
  },
  span_faults_total: { type: 'counter', help: 'Spans left out because reading them failed.', labels: [] },
  steps_total: { type: 'counter', help: 'Steps appended to the log of a run.', labels: ['kind'] },
  duplicate_steps_total: { type: 'counter', help: 'Steps that the run already had.', labels: [] },
  quarantined_steps_total: {
    type: 'counter',
    help: 'Steps that crashed a rule: kept in the log, left out of judging.',
    labels: [],
  },
  findings_total: { type: 'counter', help: 'Statements of rules, decided on or not.', labels: ['reason'] },
  decisions_total: {
    type: 'counter',
    help: 'Decisions stored; `enforced` is false for those that the mode only records.',
    labels: ['reason', 'action', 'enforced'],
  },
  nudges_total: {
    type: 'counter',
    help: 'Nudges by what became of them: `told` (decided, the agent may have it), `delivered` (the agent said so), `obeyed` (the run then ended unstopped), `ignored` (the run was stopped all the same).',
    labels: ['result'],
  },
  steps_saved_estimate_total: {
    type: 'counter',
    help: 'Estimate: model turns left to the step limit of runs that were stopped; with `enforced` false, that would have been. Runs without a step limit count nothing.',
    labels: ['reason', 'enforced'],
  },
  cost_saved_estimate_usd_total: {
    type: 'counter',
    help: 'Estimate, US dollars: those turns at the average cost that the turns of their run had.',
    labels: ['reason', 'enforced'],
  },
  budget_warnings_total: {
    type: 'counter',
    help: 'Limits of runs that came near, by the reason that the run will be halted for.',
    labels: ['reason', 'agent'],
  },
  limit_hits_total: {
    type: 'counter',
    help: "Runs that met a limit, ours or their framework's own, by what they were doing then.",
    labels: ['reason', 'class', 'agent'],
  },
  runs_ended_total: {
    type: 'counter',
    help: 'Runs that reached an outcome, by the reason that ended them (`none`: they ended by themselves) and agent (the first 50 names; then `other`).',
    labels: ['outcome', 'reason', 'agent'],
  },
  runs_marked_total: {
    type: 'counter',
    help: 'Runs of which it became known whether their answer, or their stop, was right.',
    labels: ['outcome', 'reason', 'correct'],
  },
  judging_delay_seconds: {
    type: 'histogram',
    help: 'From a step received to its run judged, the hold included where steps waited for it.',
    labels: [],
    buckets: secondsBuckets,
  },
  judging_waiting_steps: { type: 'gauge', help: 'Steps accepted and not yet in the store.', labels: [] },
  judging_cached_runs: { type: 'gauge', help: 'Runs whose memory this observer holds.', labels: [] },
  judging_settles_total: {
    type: 'counter',
    help: 'Runs read again because another observer or a repeat got ahead, by result.',
    labels: ['result'],
  },
  swept_runs_total: { type: 'counter', help: 'Runs that the sweeper looked at again.', labels: [] },
  judge_model_calls_total: {
    type: 'counter',
    help: 'Questions to the judge model, by what came of them: `answerable` or `open`; `timeout`, `limited`, `refused`, `unavailable` and `malformed` brought no opinion.',
    labels: ['result'],
  },
  judge_model_skipped_total: {
    type: 'counter',
    help: 'Turns in which the judge model was not asked: `busy` (too many questions at once), `resting` (it fails, or asked to be left alone), `no_question` (the run names no task), `no_content` (no result is kept), `asked_by_another` (observer).',
    labels: ['cause'],
  },
  judge_model_seconds: {
    type: 'histogram',
    help: 'Time of questions to the judge model. Nothing waits for them.',
    labels: [],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  },
  judge_model_tokens_total: {
    type: 'counter',
    help: 'Tokens of the judge model, as its endpoint counts them, by direction (`in`, `out`).',
    labels: ['direction'],
  },
  judge_model_cost_usd_total: {
    type: 'counter',
    help: 'Cost of the judge model by the configured prices, US dollars.',
    labels: [],
  },
  judge_model_resting: {
    type: 'gauge',
    help: '1 while the judge model fails and is left alone.',
    labels: [],
  },
  store_seconds: {
    type: 'histogram',
    help: 'Time of calls of the store.',
    labels: ['store', 'call'],
    buckets: secondsBuckets,
  },
  store_errors_total: { type: 'counter', help: 'Calls of the store that failed.', labels: ['store', 'call'] },
  outbox_delivered_total: { type: 'counter', help: 'Messages that a sink took.', labels: ['sink'] },
  outbox_failures_total: {
    type: 'counter',
    help: 'Messages that a sink refused; they are tried again.',
    labels: ['sink'],
  },
  outbox_waiting_messages: {
    type: 'gauge',
    help: 'Messages that this observer holds and a sink has yet to take.',
    labels: ['sink'],
  },
  outbox_dead_total: {
    type: 'counter',
    help: 'Messages that a sink never took: refused for good, refused too often, or pushed out by newer ones.',
    labels: ['sink'],
  },
  decision_spans_returned_total: {
    type: 'counter',
    help: 'Our own decision spans that came back through a Collector: recognised, and no steps.',
    labels: [],
  },
  metrics_exports_total: {
    type: 'counter',
    help: 'Exports of these metrics over OTLP, by result: `taken` or `failed`.',
    labels: ['result'],
  },
  hook_events_total: {
    type: 'counter',
    help: 'Hooks of coding agents, by event and what was answered: `continue`, `nudge`, `halt`; `late`, `failed`, `unreadable` and `ignored` change nothing.',
    labels: ['event', 'result'],
  },
  control_requests_total: {
    type: 'counter',
    help: 'Requests of the control channel, by route and HTTP status.',
    labels: ['route', 'status'],
  },
  control_request_seconds: {
    type: 'histogram',
    help: 'Time of control requests, waiting that the caller asked for included.',
    labels: ['route'],
    buckets: secondsBuckets,
  },
  control_waiters: { type: 'gauge', help: 'Requests that wait for a decision now.', labels: [] },
} as const satisfies Readonly<Record<string, MetricSpec>>

/** Names of all metrics, without the prefix. */
type MetricName = keyof typeof catalogue

/** Names of the metrics of one type. */
export type MetricOf<Type extends MetricSpec['type']> = {
  [Name in MetricName]: (typeof catalogue)[Name]['type'] extends Type ? Name : never
}[MetricName]

/** The labels that a metric needs. */
export type LabelsOf<Name extends MetricName> = Readonly<
  Record<(typeof catalogue)[Name]['labels'][number], string>
>
