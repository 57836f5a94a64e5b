import { filterNames, listAddress, runAddress } from './address.js'
import { chunkedList } from './chunks.js'
import { h } from './dom.js'
import { every } from './every.js'
import { filterForm } from './filters.js'
import { ago, compact, cost, counted, dateTime, nudgesOf, number, plain } from './format.js'
import { pulseLine } from './pulse.js'
import { runStore } from './run-store.js'

/** Name, class, and what a person may want to know of a column. */
const columns = [
  ['Run', 'run-cell'],
  ['Agent and task', 'agent-cell'],
  ['Outcome', 'outcome-cell'],
  ['Newest calls', 'pulse-cell', 'High: something new. Low: nothing new. Red: failed.'],
  ['Turns', 'quantity'],
  ['Calls', 'quantity'],
  ['Tokens', 'quantity sum-cell'],
  ['Cost', 'quantity sum-cell'],
  ['Nudges', 'quantity nudge-cell'],
  ['Last step', 'quantity time-cell'],
]
const outcomes = ['open', 'answered', 'halted', 'escalated', 'suspended', 'abandoned', 'failed', 'lost']
const rowHeight = () => (matchMedia('(max-width: 46rem)').matches ? 104 : 38)

/** Shows the list of runs, newest first, narrowed as the address says, and keeps it fresh. */
export function showRuns(view, { params, signal, status, moved }) {
  document.title = 'Runs · loop-observer'
  const counts = h('p', { class: 'counts', role: 'status' })
  const body = h('div')
  let leave = new AbortController()
  signal.addEventListener('abort', () => leave.abort())

  function begin(filters) {
    leave.abort()
    leave = new AbortController()
    // What is shown stays, dimmed, until there is something else to show.
    body.ariaBusy = 'true'
    showList({ filters, counts, status, signal: leave.signal, show })
  }

  function show(...parts) {
    body.ariaBusy = null
    body.replaceChildren(...parts)
  }

  const form = filterForm(params, (filters) => {
    moved(listAddress(filters))
    begin(filters)
  })
  view.append(h('div', { class: 'title' }, h('h1', {}, 'Runs'), counts), form, body)
  begin(Object.fromEntries(filterNames.map((name) => [name, params.get(name)]).filter(([, value]) => value)))
}

function showList({ filters, counts, status, signal, show }) {
  const store = runStore(filters, signal)
  const empty = h('div', { class: 'empty', hidden: true })
  const end = h('p', { class: 'end' })
  const table = h(
    'table',
    { class: 'runs', hidden: true, onkeydown: moveByKey, onclick: openRow },
    h('caption', { class: 'unseen' }, 'Runs, newest first'),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        columns.map(([name, kind, title]) => h('th', { scope: 'col', class: kind, title }, name)),
      ),
    ),
  )
  const list = chunkedList(table, { rowHeight, box: () => h('tbody'), signal })

  const refresh = every(2000, signal, status, async () => {
    await store.refresh(list.firstBelow(0))
    draw()
  })
  readOnAtEnd()

  function draw() {
    if (signal.aborted) return
    if (!table.isConnected) show(table, empty, end)
    const runs = store.runs()
    const nowMs = store.nowMs()
    list.update(runs, (run) => rowItem(run, nowMs))
    counts.textContent = countsOf(runs, store.hasMore())
    table.hidden = runs.length === 0
    table.classList.toggle(
      'without-sums',
      runs.every(({ totals }) => totals.tokens === 0 && totals.costUsd === 0),
    )
    empty.hidden = runs.length > 0
    end.textContent = store.hasMore() ? 'More…' : ''
    if (runs.length === 0) empty.replaceChildren(...nothing(filters))
  }

  function readOnAtEnd() {
    let busy = false
    const reached = async ([entry]) => {
      if (!entry.isIntersecting || busy || !store.hasMore()) return
      busy = true
      await store.more().then(draw, () => refresh.now())
      busy = false
      observer.unobserve(end)
      if (!signal.aborted) observer.observe(end)
    }
    const observer = new IntersectionObserver(reached, { rootMargin: '1500px 0px' })
    observer.observe(end)
    signal.addEventListener('abort', () => observer.disconnect())
  }

  function moveByKey(event) {
    const by = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }[event.key]
    const row = event.target.closest('tbody tr')
    if (by === undefined || row === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    list.revealAt(list.indexOf(row.dataset.run) + by, { block: 'nearest' })
  }
}

/** A click anywhere in a row opens it, as a click on its link does. */
function openRow(event) {
  const link = event.target.closest('tbody tr')?.querySelector('a')
  if (link && !event.target.closest('a') && getSelection().isCollapsed) link.click()
}

function rowItem(run, nowMs) {
  const when = ago(run.updatedAtMs, nowMs)
  return { key: run.run, mark: () => `${when} ${JSON.stringify(run)}`, make: () => row(run, when) }
}

function row(run, when) {
  const { totals } = run
  const cells = [
    h('th', { scope: 'row' }, h('a', { href: runAddress(run.run), title: run.run }, run.run)),
    h('td', { title: [run.agent, run.task].filter(Boolean).join(': ') }, run.agent ?? '', taskNote(run)),
    h('td', {}, outcomeChip(run), stopNote(run) ?? limitNote(run)),
    h('td', {}, pulseLine(run.pulse)),
    h('td', {}, number(totals.steps)),
    h('td', {}, number(totals.toolCalls)),
    h('td', {}, totals.tokens > 0 ? compact(totals.tokens) : ''),
    h('td', {}, cost(totals.costUsd)),
    h('td', {}, nudgesOf(run)),
    h('td', { title: dateTime(run.updatedAtMs) }, when),
  ]
  for (const [i, cell] of cells.entries()) {
    cell.className = columns[i][1]
    cell.dataset.name = columns[i][0].toLowerCase()
  }
  return h('tr', { 'data-run': run.run }, cells)
}

/** What the run was asked to do, as far as there is room. */
function taskNote({ task }) {
  return task === null ? null : h('small', { class: 'task' }, task)
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

/** Of a run that would have been stopped, had the mode allowed it: why. */
export function stopNote({ recordedStop }) {
  if (recordedStop === undefined) return null
  const title = 'It would have been stopped; the mode only records'
  return h('small', { class: 'limit-note would', title }, `would halt: ${plain(recordedStop)}`)
}

/** Of a run that met a limit: what it was doing then. */
function limitNote({ limit, reason }) {
  if (limit === null) return null
  const title = `Met its limit (${plain(limit.reason)}) while it did this`
  return h(
    'small',
    { class: 'limit-note', title },
    `${limit.reason === reason ? '' : 'limit: '}${plain(limit.class)}`,
  )
}

function countsOf(runs, hasMore) {
  if (runs.length === 0) return ''
  const counts = new Map(outcomes.map((outcome) => [outcome, 0]))
  for (const { outcome } of runs) counts.set(outcome, counts.get(outcome) + 1)
  const text = [...counts]
    .flatMap(([outcome, count]) => (count > 0 ? [`${number(count)} ${outcome}`] : []))
    .join(' · ')
  return hasMore ? `Of the newest ${counted(runs.length, 'run')}: ${text}` : text
}

function nothing(filters) {
  if (Object.keys(filters).length > 0) {
    return [h('p', {}, h('b', {}, 'No run matches.')), h('p', {}, h('a', { href: '#/' }, 'Show all runs'))]
  }
  return [
    h('p', {}, h('b', {}, 'No runs yet.')),
    h(
      'p',
      {},
      'Send spans to ',
      h('code', {}, '/v1/traces'),
      ' of this observer, or try it with ',
      h('code', {}, 'npm run demo'),
      '.',
    ),
  ]
}
