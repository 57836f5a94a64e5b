import { h } from './dom.js'
import { ago, cost, counted, dateTime, duration, nudgesOf, number, plain } from './format.js'

/** What is known of a run, in a line of names and values. */
export function factList({ summary, mode, steps, judgedSteps, policyVersion, nowMs }) {
  const { totals } = summary
  const facts = [
    ['Agent', summary.agent ?? '–'],
    ['Task', summary.task],
    ['Mode', mode, modeTexts[mode]],
    ['Turns', number(totals.steps)],
    ['Tool calls', number(totals.toolCalls)],
    ['Tokens', totals.tokens > 0 ? number(totals.tokens) : null],
    ['Cost', cost(totals.costUsd)],
    ['Time', duration(totals.seconds * 1000)],
    ['Nudges', nudgesOf(summary) || null],
    ['Ran past halt', summary.ranPastHalt > 0 ? counted(summary.ranPastHalt, 'step') : null],
    ['Limit met', limitText(summary.limit), 'The limit, and what the run was doing when it met it'],
    [
      isStopped(summary) ? 'Stop' : 'Answer',
      summary.correct === null ? null : summary.correct ? 'right' : 'wrong',
    ],
    ['Last step', ago(summary.updatedAtMs, nowMs), dateTime(summary.updatedAtMs)],
    ['Trace', summary.traceIds.map((id) => id.slice(0, 8)).join(', '), summary.traceIds.join('\n')],
    ['Waiting to be judged', steps > judgedSteps ? number(steps - judgedSteps) : null],
    ['Policy', policyVersion],
  ]
  return facts
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value, title]) => h('div', {}, h('dt', {}, name), h('dd', { title }, value)))
}

/** True when the observer or a person ended the run. */
export function isStopped({ outcome }) {
  return outcome === 'halted' || outcome === 'escalated' || outcome === 'abandoned'
}

const modeTexts = {
  shadow: 'What the observer decides is only recorded.',
  nudge: 'The agent is nudged; halts are only recorded.',
  enforce: 'The agent is nudged and halted.',
}

function limitText(limit) {
  return limit === null ? null : `${plain(limit.reason)}, ${plain(limit.class)}`
}
