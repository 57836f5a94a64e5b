import { filterNames } from './address.js'
import { h } from './dom.js'
import { plain } from './format.js'

const outcomes = ['open', 'answered', 'halted', 'escalated', 'suspended', 'abandoned', 'failed', 'lost']
const reasons = [
  'repetition',
  'oscillation',
  'exhaustion',
  'no_progress',
  'completion',
  'convergence',
  'livelock',
  'bar_lowered',
  'dependency_down',
  'budget_steps',
  'budget_tool_calls',
  'budget_tokens',
  'budget_cost',
  'budget_time',
  'budget_effects',
  'agent_limit',
  'operator',
]
/** What a run was doing when it met a limit. */
export const limitClasses = ['repetition', 'oscillation', 'exhaustion', 'completion', 'genuine_complexity']
const spans = [
  ['1h', 'last hour'],
  ['24h', 'last day'],
  ['7d', 'last week'],
  ['30d', 'last 30 days'],
]

/** The filters above the list, filled from an address; `changed` is told the new values. */
export function filterForm(params, changed) {
  const given = Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? '']))
  const tell = () => {
    clear.hidden = Object.keys(values()).length === 0
    changed(values())
  }
  const words = (list) => list.map((word) => [word, plain(word)])
  const fields = {
    outcome: choice('any outcome', words(outcomes), given.outcome, tell),
    reason: choice('any reason', words(reasons), given.reason, tell),
    class: choice('any limit or none', words(limitClasses), given.class, tell),
    agent: h('input', {
      type: 'search',
      placeholder: 'any agent',
      size: 12,
      onchange: tell,
      value: given.agent,
    }),
    since: choice('any time', spans, given.since, tell),
  }
  const clear = h('button', { type: 'button', class: 'link', onclick: wipe }, 'Clear filters')
  // These have no field: a link says them, and they hold until they are cleared.
  let others = Object.fromEntries(
    ['limit_hit', 'trace'].map((name) => [name, given[name]]).filter(([, value]) => value),
  )

  function values() {
    const set = Object.entries(fields).filter(([, field]) => field.value !== '')
    return { ...Object.fromEntries(set.map(([name, field]) => [name, field.value])), ...others }
  }

  function wipe() {
    for (const field of Object.values(fields)) field.value = ''
    others = {}
    fields.outcome.focus()
    tell()
  }

  clear.hidden = Object.keys(values()).length === 0
  const labels = {
    outcome: 'Outcome',
    reason: 'Reason',
    class: 'Limit met while',
    agent: 'Agent',
    since: 'Since',
  }
  return h(
    'form',
    { class: 'filters', role: 'search', onsubmit: (event) => event.preventDefault() },
    Object.entries(fields).map(([name, field]) => h('label', {}, h('span', {}, labels[name]), field)),
    clear,
  )
}

/** A select; a value that the address names and the list does not stays choosable. */
function choice(none, options, chosen, onchange) {
  const known = options.some(([value]) => value === chosen) || chosen === ''
  const all = [['', none], ...options, ...(known ? [] : [[chosen, chosen]])]
  return h(
    'select',
    { onchange },
    all.map(([value, text]) => h('option', { value, selected: value === chosen }, text)),
  )
}
