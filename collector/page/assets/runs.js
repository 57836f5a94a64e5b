import { get } from './api.js'
import { h, reconcile } from './dom.js'
import { ago, cost, dateTime, nudgesOf, number, plain } from './format.js'
import { every } from './every.js'

const outcomes = ['open', 'answered', 'halted', 'escalated', 'suspended', 'abandoned', 'failed', 'lost']
const columns = ['Run', 'Agent', 'Outcome', 'Turns', 'Calls', 'Tokens', 'Cost', 'Nudges', 'Last step']
const quantities = new Set(['Turns', 'Calls', 'Tokens', 'Cost', 'Nudges'])

/** Shows the list of runs, newest first, and keeps it fresh. */
export function showRuns(view, { signal, status }) {
  document.title = 'Runs · loop-observer'
  const body = h('tbody')
  const counts = h('p', { class: 'counts', 'aria-live': 'polite' })
  const empty = h('p', { class: 'empty', hidden: true })
  const filter = filters(() => refresh.now())
  const table = h(
    'table',
    { class: 'runs' },
    h('caption', { class: 'unseen' }, 'Runs, newest first'),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        columns.map((name) =>
          h('th', { scope: 'col', class: quantities.has(name) ? 'quantity' : null }, name),
        ),
      ),
    ),
    body,
  )
  view.append(
    h('div', { class: 'bar' }, h('h1', {}, 'Runs'), filter.element),
    counts,
    h('div', { class: 'scroll' }, table),
    empty,
  )

  const refresh = every(2000, signal, status, async () => {
    const { runs, nowMs } = await get(`/v1/runs?${filter.query()}`, signal)
    reconcile(
      body,
      runs.map((run) => ({
        key: run.run,
        mark: JSON.stringify([run, ago(run.updatedAtMs, nowMs)]),
        make: () => row(run, nowMs),
      })),
    )
    counts.textContent = countsOf(runs)
    table.hidden = runs.length === 0
    empty.hidden = runs.length > 0
    empty.textContent = filter.isSet()
      ? 'No run matches.'
      : 'No runs yet. Send spans to /v1/traces, or run npm run demo.'
  })
}

function row(run, nowMs) {
  const { totals } = run
  const quantity = (text) => h('td', { class: 'quantity' }, text)
  return h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: `#/runs/${encodeURIComponent(run.run)}`, title: run.run }, run.run),
    ),
    h('td', {}, run.agent ?? ''),
    h('td', {}, outcomeChip(run)),
    quantity(number(totals.steps)),
    quantity(number(totals.toolCalls)),
    quantity(totals.tokens > 0 ? number(totals.tokens) : ''),
    quantity(cost(totals.costUsd)),
    quantity(nudgesOf(run)),
    h('td', { title: dateTime(run.updatedAtMs) }, ago(run.updatedAtMs, nowMs)),
  )
}

/** How a run ended and why, as a coloured word. */
export function outcomeChip({ outcome, reason }) {
  return h(
    'span',
    { class: `chip ${outcome}` },
    outcome,
    reason === null ? null : h('small', {}, ` ${plain(reason)}`),
  )
}

function countsOf(runs) {
  const counts = outcomes.map((outcome) => [outcome, runs.filter((run) => run.outcome === outcome).length])
  return counts.flatMap(([outcome, count]) => (count > 0 ? [`${count} ${outcome}`] : [])).join(' · ')
}

function filters(changed) {
  const outcome = h(
    'select',
    { onchange: changed },
    h('option', { value: '' }, 'any outcome'),
    outcomes.map((each) => h('option', {}, each)),
  )
  const agent = h('input', { type: 'search', placeholder: 'any agent', size: 14, onchange: changed })
  const since = h(
    'select',
    { onchange: changed },
    [
      ['', 'any time'],
      ['1h', 'last hour'],
      ['24h', 'last day'],
      ['7d', 'last week'],
    ].map(([value, text]) => h('option', { value }, text)),
  )
  const fields = { outcome, agent, since }
  const element = h(
    'form',
    { class: 'filters', onsubmit: (event) => event.preventDefault() },
    h('label', {}, h('span', { class: 'unseen' }, 'Outcome'), outcome),
    h('label', {}, h('span', { class: 'unseen' }, 'Agent'), agent),
    h('label', {}, h('span', { class: 'unseen' }, 'Since'), since),
  )
  const given = () => Object.entries(fields).filter(([, field]) => field.value !== '')
  return {
    element,
    isSet: () => given().length > 0,
    query: () =>
      new URLSearchParams([...given().map(([name, field]) => [name, field.value]), ['limit', '200']]),
  }
}
