import { grown, quantile, rate, type Row } from './panel.ts'

const level = (gauge: string, by: readonly string[]): string =>
  `max by (${by.join(', ')}) (${gauge}{job=~"$job"})`

/** How the observer itself is doing, for those who run it. */
export const observerRows: readonly Row[] = [
  {
    title: 'Taking in',
    panels: [
      {
        title: 'Spans and log records',
        about: 'Decoded, a second; rejected are those that can never be accepted.',
        as: 'lines',
        unit: 'cps',
        queries: [
          { expr: rate('loop_observer_spans_received_total', []), legend: 'spans' },
          { expr: rate('loop_observer_logs_received_total', []), legend: 'log records' },
          { expr: rate('loop_observer_spans_rejected_total', []), legend: 'spans rejected' },
        ],
      },
      {
        title: 'Export requests by result',
        about: 'accepted, partial, or an error code. After overloaded and unavailable senders try again.',
        as: 'lines',
        unit: 'reqps',
        queries: [{ expr: rate('loop_observer_export_requests_total', ['result']), legend: '{{result}}' }],
      },
      {
        title: 'Time of export requests',
        about: 'Until their steps are in the store.',
        as: 'lines',
        unit: 's',
        queries: [
          { expr: quantile(0.5, 'loop_observer_export_request_seconds'), legend: 'half' },
          { expr: quantile(0.99, 'loop_observer_export_request_seconds'), legend: '99 %' },
        ],
      },
      {
        title: 'Steps by kind',
        about: 'Appended to the logs of runs, a second; duplicates were there already.',
        as: 'lines',
        unit: 'cps',
        queries: [
          { expr: rate('loop_observer_steps_total', ['kind']), legend: '{{kind}}' },
          { expr: rate('loop_observer_duplicate_steps_total', []), legend: 'duplicates' },
        ],
      },
      {
        title: 'What was captured of tool calls',
        about:
          'Without observations only repeated calls are seen: `loop-observer doctor` says what to switch on.',
        as: 'bars',
        queries: [
          {
            expr: grown('loop_observer_calls_total', '$__interval', ['dialect', 'captured']),
            legend: '{{dialect}}: {{captured}}',
          },
        ],
      },
    ],
  },
  {
    title: 'Judging',
    panels: [
      {
        title: 'Lag: from a step received to its run judged',
        about: 'What agents wait for at most, the hold for late spans left out.',
        as: 'lines',
        unit: 's',
        queries: [
          { expr: quantile(0.5, 'loop_observer_judging_delay_seconds'), legend: 'half' },
          { expr: quantile(0.99, 'loop_observer_judging_delay_seconds'), legend: '99 %' },
        ],
      },
      {
        title: 'Steps that wait',
        about: 'Accepted and not yet in the store. At steps_waiting spans are refused.',
        as: 'lines',
        queries: [
          { expr: level('loop_observer_judging_waiting_steps', ['instance']), legend: '{{instance}}' },
        ],
      },
      {
        title: 'Runs in memory, and runs read again',
        about: 'Read again because another observer, or a repeat, got ahead.',
        as: 'lines',
        queries: [
          { expr: level('loop_observer_judging_cached_runs', ['instance']), legend: 'held by {{instance}}' },
          { expr: rate('loop_observer_judging_settles_total', []), legend: 'read again, a second' },
        ],
      },
      {
        title: 'Steps that crashed a rule',
        about: 'A defect of the observer: kept in the log, left out of judging.',
        as: 'number',
        queries: [
          { expr: grown('loop_observer_quarantined_steps_total', '$__range', []), legend: 'quarantined' },
        ],
      },
      {
        title: 'Clock skew',
        about:
          'Largest distance between the end of spans and their arrival; waiting in batches is part of it.',
        as: 'lines',
        unit: 's',
        queries: [{ expr: level('loop_observer_clock_skew_seconds', ['instance']), legend: '{{instance}}' }],
      },
    ],
  },
  {
    title: 'Store',
    panels: [
      {
        title: 'Time of calls (99 %)',
        about: 'By store and call.',
        as: 'lines',
        unit: 's',
        queries: [
          {
            expr: quantile(0.99, 'loop_observer_store_seconds', ['store', 'call']),
            legend: '{{store}} {{call}}',
          },
        ],
      },
      {
        title: 'Calls',
        about: 'A second.',
        as: 'lines',
        unit: 'ops',
        queries: [
          {
            expr: rate('loop_observer_store_seconds_count', ['store', 'call']),
            legend: '{{store}} {{call}}',
          },
        ],
      },
      {
        title: 'Calls that failed',
        about: 'While the store fails spans are refused, and senders keep them.',
        as: 'bars',
        queries: [
          {
            expr: grown('loop_observer_store_errors_total', '$__interval', ['store', 'call']),
            legend: '{{store}} {{call}}',
          },
        ],
      },
    ],
  },
  {
    title: 'Control channel',
    panels: [
      {
        title: 'Requests by status',
        about: 'Of agents and people.',
        as: 'lines',
        unit: 'reqps',
        queries: [{ expr: rate('loop_observer_control_requests_total', ['status']), legend: '{{status}}' }],
      },
      {
        title: 'Time by route (99 %)',
        about: 'Waiting that the caller asked for included.',
        as: 'lines',
        unit: 's',
        queries: [
          { expr: quantile(0.99, 'loop_observer_control_request_seconds', ['route']), legend: '{{route}}' },
        ],
      },
      {
        title: 'Waiting for a decision now',
        about: 'Requests with `wait`, and event streams.',
        as: 'lines',
        queries: [{ expr: level('loop_observer_control_waiters', ['instance']), legend: '{{instance}}' }],
      },
      {
        title: 'Agents without the observer',
        about:
          'Runs that say that nobody answered them (the SDK fails open), and hooks that came too late or failed.',
        as: 'bars',
        queries: [
          { expr: grown('loop_observer_unobserved_runs_total', '$__interval', []), legend: 'runs' },
          {
            expr: grown(
              'loop_observer_hook_events_total{job=~"$job", result=~"late|failed"}',
              '$__interval',
              ['result'],
            ),
            legend: 'hooks: {{result}}',
          },
        ],
      },
    ],
  },
  {
    title: 'Outbox',
    panels: [
      {
        title: 'Messages delivered',
        about: 'By receiver.',
        as: 'bars',
        queries: [
          {
            expr: grown('loop_observer_outbox_delivered_total', '$__interval', ['sink']),
            legend: '{{sink}}',
          },
        ],
      },
      {
        title: 'Refused, and given up',
        about: 'What is refused is tried again; what is given up never arrives.',
        as: 'bars',
        queries: [
          {
            expr: grown('loop_observer_outbox_failures_total', '$__interval', ['sink']),
            legend: '{{sink}} refused',
          },
          {
            expr: grown('loop_observer_outbox_dead_total', '$__interval', ['sink']),
            legend: '{{sink}} given up',
          },
        ],
      },
      {
        title: 'Messages that wait',
        about: 'Beyond 1 000 the oldest are given up.',
        as: 'lines',
        queries: [{ expr: level('loop_observer_outbox_waiting_messages', ['sink']), legend: '{{sink}}' }],
      },
    ],
  },
  {
    title: 'Judge model',
    panels: [
      {
        title: 'Questions by result',
        about: 'answerable and open are opinions; the others brought none.',
        as: 'bars',
        queries: [
          {
            expr: grown('loop_observer_judge_model_calls_total', '$__interval', ['result']),
            legend: '{{result}}',
          },
        ],
      },
      {
        title: 'Time of questions',
        about: 'Nothing waits for them.',
        as: 'lines',
        unit: 's',
        queries: [{ expr: quantile(0.99, 'loop_observer_judge_model_seconds'), legend: '99 %' }],
      },
      {
        title: 'Cost',
        about: 'By the configured prices.',
        as: 'number',
        unit: 'currencyUSD',
        queries: [
          { expr: grown('loop_observer_judge_model_cost_usd_total', '$__range', []), legend: 'cost' },
        ],
      },
    ],
  },
  {
    title: 'Process',
    panels: [
      {
        title: 'CPU',
        about: 'Cores in use; judging is one core.',
        as: 'lines',
        queries: [
          {
            expr: 'sum by (instance) (rate(process_cpu_seconds_total{job=~"$job"}[$__rate_interval]))',
            legend: '{{instance}}',
          },
        ],
      },
      {
        title: 'Memory',
        about: 'Resident.',
        as: 'lines',
        unit: 'bytes',
        queries: [{ expr: level('process_resident_memory_bytes', ['instance']), legend: '{{instance}}' }],
      },
      {
        title: 'Event loop lag (99 %)',
        about: 'How long what is ready waits for its turn.',
        as: 'lines',
        unit: 's',
        queries: [{ expr: level('nodejs_eventloop_lag_p99_seconds', ['instance']), legend: '{{instance}}' }],
      },
    ],
  },
]
