import { grown, type Row } from './panel.ts'

const ended = 'loop_observer_runs_ended_total{job=~"$job", agent=~"$agent"}'
const stopped =
  'loop_observer_runs_ended_total{job=~"$job", agent=~"$agent", outcome=~"halted|escalated|abandoned"}'
const limits = 'loop_observer_limit_hits_total{job=~"$job", agent=~"$agent"}'
const warnings = 'loop_observer_budget_warnings_total{job=~"$job", agent=~"$agent"}'
const nudges = (result: string): string => `loop_observer_nudges_total{job=~"$job", result=~"${result}"}`
const saved = (what: string, enforced: boolean): string =>
  `loop_observer_${what}{job=~"$job", enforced="${enforced}"}`

/** What agents did, for those who run them. */
export const agentRows: readonly Row[] = [
  {
    title: 'How runs ended',
    panels: [
      {
        title: 'Runs',
        about: 'Runs that reached an outcome.',
        as: 'number',
        queries: [{ expr: grown(ended, '$__range', []), legend: 'runs' }],
      },
      {
        title: 'Stopped',
        about: 'Share of runs that were halted, escalated or abandoned.',
        as: 'number',
        unit: 'percentunit',
        queries: [
          {
            expr: `(${grown(stopped, '$__range', [])} or vector(0)) / ${grown(ended, '$__range', [])}`,
            legend: 'stopped',
          },
        ],
      },
      {
        title: 'Runs by outcome',
        about: 'lost: a run fell silent. failed: the agent itself said so, or its spans did.',
        as: 'bars',
        queries: [{ expr: grown(ended, '$__interval', ['outcome']), legend: '{{outcome}}' }],
      },
      {
        title: 'Stops by reason',
        about: 'Which rule or limit ended runs.',
        as: 'bars',
        queries: [{ expr: grown(stopped, '$__interval', ['reason']), legend: '{{reason}}' }],
      },
      {
        title: 'Agents',
        about: 'Runs by agent, outcome and reason. An observer tells 50 names apart; the others are `other`.',
        as: 'table',
        queries: [{ expr: grown(ended, '$__range', ['agent', 'outcome', 'reason']), legend: '' }],
      },
    ],
  },
  {
    title: 'Limits',
    panels: [
      {
        title: 'Limit hits by class',
        about:
          'Runs that met a limit, ours or that of their framework, by what they did then. Only in genuine_complexity did new results keep coming, so that a higher limit may help; the others are loops that a rule should have ended before.',
        as: 'bars',
        queries: [{ expr: grown(limits, '$__interval', ['class']), legend: '{{class}}' }],
      },
      {
        title: 'Who hit which limit',
        about: 'By agent, limit and class.',
        as: 'table',
        queries: [{ expr: grown(limits, '$__range', ['agent', 'reason', 'class']), legend: '' }],
      },
      {
        title: 'Limits that came near',
        about: 'Warnings, not decisions.',
        as: 'bars',
        queries: [
          { expr: grown(warnings, '$__interval', ['agent', 'reason']), legend: '{{agent}}: {{reason}}' },
        ],
      },
    ],
  },
  {
    title: 'Nudges',
    panels: [
      {
        title: 'Nudges told, delivered, obeyed, ignored',
        about:
          'told: decided, the agent may have it. delivered: the agent said so. obeyed: the run then ended unstopped. ignored: it was stopped all the same.',
        as: 'bars',
        queries: [{ expr: grown(nudges('.*'), '$__interval', ['result']), legend: '{{result}}' }],
      },
      {
        title: 'Helped',
        about: 'Of the nudged runs of which the end is known, those that ended unstopped.',
        as: 'number',
        unit: 'percentunit',
        queries: [
          {
            expr: `(${grown(nudges('obeyed'), '$__range', [])} or vector(0)) / ${grown(nudges('obeyed|ignored'), '$__range', [])}`,
            legend: 'obeyed',
          },
        ],
      },
      {
        title: 'Decisions',
        about: 'Also those that the mode only records (enforced false).',
        as: 'table',
        queries: [
          {
            expr: grown('loop_observer_decisions_total', '$__range', ['reason', 'action', 'enforced']),
            legend: '',
          },
        ],
      },
    ],
  },
  {
    title: 'Saved (estimates)',
    panels: [
      {
        title: 'Model turns saved (estimate)',
        about:
          'An estimate: turns left to the step limit of runs that were stopped. Runs without a step limit count nothing.',
        as: 'number',
        queries: [
          {
            expr: grown(saved('steps_saved_estimate_total', true), '$__range', []),
            legend: 'saved (estimate)',
          },
        ],
      },
      {
        title: 'Cost saved (estimate)',
        about: 'An estimate: those turns at the average cost that the turns of their run had.',
        as: 'number',
        unit: 'currencyUSD',
        queries: [
          {
            expr: grown(saved('cost_saved_estimate_usd_total', true), '$__range', []),
            legend: 'saved (estimate)',
          },
        ],
      },
      {
        title: 'Turns that would have been saved (estimate)',
        about: 'The same for decisions that the mode only recorded: what letting it act would bring.',
        as: 'bars',
        queries: [
          {
            expr: grown(saved('steps_saved_estimate_total', false), '$__interval', ['reason']),
            legend: '{{reason}} (estimate)',
          },
        ],
      },
      {
        title: 'Stops and answers, right or wrong',
        about: 'Runs of which somebody said whether their stop, or their answer, was right.',
        as: 'table',
        queries: [
          {
            expr: grown('loop_observer_runs_marked_total', '$__range', ['outcome', 'reason', 'correct']),
            legend: '',
          },
        ],
      },
    ],
  },
]
