import { listAddress, withQuery } from './address.js'
import { get } from './api.js'
import { limitColumns } from './columns.js'
import { h } from './dom.js'
import { every } from './every.js'
import { limitClasses } from './filters.js'
import { cost, counted, dateTime, number, plain } from './format.js'
import { outcomeChip } from './runs.js'

const spans = [
  ['1h', 'the last hour'],
  ['24h', 'the last day'],
  ['7d', 'the last week'],
  ['30d', 'the last 30 days'],
]
const refreshMs = 15_000

/** Shows how runs ended, and which limits were hit while they did what. */
export function showReport(view, { params, signal, status, moved }) {
  document.title = 'Report · loop-observer'
  const filters = { since: params.get('since') ?? '24h', agent: params.get('agent') ?? '' }
  const since = h(
    'select',
    { onchange: changed },
    spans.map(([value, text]) => h('option', { value, selected: value === filters.since }, text)),
  )
  if (!spans.some(([value]) => value === filters.since))
    since.append(h('option', { selected: true }, filters.since))
  const agent = h('input', {
    type: 'search',
    placeholder: 'all agents',
    size: 14,
    value: filters.agent,
    onchange: changed,
  })
  const about = h('p', { class: 'counts', role: 'status' })
  const body = h('div', { class: 'report' })
  view.append(
    h('div', { class: 'title' }, h('h1', {}, 'Report'), about),
    h(
      'form',
      { class: 'filters', role: 'search', onsubmit: (event) => event.preventDefault() },
      h('label', {}, h('span', {}, 'Over'), since),
      h('label', {}, h('span', {}, 'Agent'), agent),
    ),
    body,
  )
  let shown = ''

  const refresh = every(refreshMs, signal, status, async () => {
    const report = await get(withQuery('/v1/report', filters), signal)
    const mark = JSON.stringify({ ...report, nowMs: 0, sinceMs: 0 })
    if (mark === shown) return
    shown = mark
    draw(report)
  })

  function changed() {
    filters.since = since.value
    filters.agent = agent.value
    moved(withQuery('#/report', filters))
    refresh.now()
  }

  function draw(report) {
    about.textContent = aboutText(report)
    if (report.runs === 0) {
      body.replaceChildren(
        h(
          'div',
          { class: 'empty' },
          h('p', {}, h('b', {}, 'No runs in this time.')),
          h('p', {}, 'Choose a longer one, or another agent.'),
        ),
      )
      return
    }
    const width = Math.min(1320, Math.max(280, body.clientWidth - 34))
    body.replaceChildren(endings(report, filters), limits(report, filters, width), checks(report))
  }
}

function aboutText({ runs, complete, sinceMs }) {
  return complete ? counted(runs, 'run') : `The newest ${counted(runs, 'run')}, since ${dateTime(sinceMs)}`
}

function endings({ terminations }, filters) {
  const columns = ['Outcome', 'Runs', 'Turns, average', 'Cost, average', 'Right', 'Verified']
  return h(
    'section',
    { class: 'panel', 'aria-label': 'How runs ended' },
    h('h2', {}, 'How runs ended'),
    h(
      'div',
      { class: 'scroll' },
      h(
        'table',
        { class: 'report-table' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            columns.map((name, i) => h('th', { scope: 'col', class: i === 0 ? null : 'quantity' }, name)),
          ),
        ),
        h(
          'tbody',
          {},
          terminations.map((row) => endingRow(row, filters)),
        ),
      ),
    ),
    h(
      'p',
      { class: 'dim' },
      'Right: of the runs of which it is known; of a stopped run, that the stop was right. Verified: its newest check was clean, of those that had one.',
    ),
  )
}

function endingRow({ outcome, reason, runs, averageSteps, averageCostUsd, ...shares }, { since, agent }) {
  const address = listAddress({
    outcome,
    ...(reason === 'agent_limit' ? { limit_hit: 'true' } : { reason }),
    agent,
    since,
  })
  return h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      h('a', { href: address, class: 'chip-link' }, outcomeChip({ outcome, reason })),
    ),
    h('td', { class: 'quantity' }, number(runs)),
    h('td', { class: 'quantity' }, number(averageSteps)),
    h('td', { class: 'quantity' }, cost(averageCostUsd) || '–'),
    share(shares.correctRatio, shares.correctKnown),
    share(shares.verifiedRatio, shares.checked),
  )
}

function share(ratio, known) {
  if (ratio === null) return h('td', { class: 'quantity dim' }, '–')
  return h(
    'td',
    { class: 'quantity' },
    `${Math.round(ratio * 100)} %`,
    h('small', { class: 'dim' }, ` of ${number(known)}`),
  )
}

function limits({ limitHits, overTime, higherLimit }, filters, width) {
  if (limitHits.length === 0) {
    return h(
      'section',
      { class: 'panel', 'aria-label': 'Limit hits' },
      h('h2', {}, 'Limit hits'),
      h('p', { class: 'dim' }, 'No run met a limit.'),
    )
  }
  // Where the window is narrow, a column of nothing must not push aside those that say something.
  const met = new Set(limitClasses.filter((name) => limitHits.some(({ classes }) => classes[name] > 0)))
  return h(
    'section',
    { class: 'panel', 'aria-label': 'Limit hits' },
    h('h2', {}, 'Limit hits, by what the runs were doing'),
    h('p', {}, helpText(higherLimit)),
    limitColumns(overTime, width),
    h(
      'div',
      { class: 'scroll' },
      h(
        'table',
        { class: 'report-table' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, 'Limit'),
            limitClasses.map((name) =>
              h('th', { scope: 'col', class: `quantity${met.has(name) ? '' : ' unmet'}` }, plain(name)),
            ),
            h('th', { scope: 'col', class: 'quantity' }, 'Runs'),
          ),
        ),
        h(
          'tbody',
          {},
          limitHits.map((row) => limitRow(row, met, filters)),
        ),
      ),
    ),
  )
}

function helpText({ runs, helped, otherCostUsd, otherTokens }) {
  const others = runs - helped
  const spent = cost(otherCostUsd) || (otherTokens > 0 ? counted(otherTokens, 'token') : '')
  return `A higher limit may have helped ${number(helped)} of ${counted(runs, 'run')}.${
    others > 0 && spent !== ''
      ? ` The other ${number(others)} spent ${spent}, and would have spent more.`
      : ''
  }`
}

function limitRow({ reason, runs, classes }, met, { since, agent }) {
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, plain(reason)),
    limitClasses.map((name) => {
      const count = classes[name] ?? 0
      if (count === 0) return h('td', { class: `quantity dim${met.has(name) ? '' : ' unmet'}` }, '–')
      const address = listAddress({ class: name, agent, since })
      return h('td', { class: 'quantity' }, h('a', { href: address }, number(count)))
    }),
    h('td', { class: 'quantity' }, number(runs)),
  )
}

function checks({ checks: said }) {
  if (said.passes === 0) return ''
  const verdicts = Object.entries(said.verdicts).map(
    ([verdict, passes]) => `${number(passes)} ${plain(verdict)}`,
  )
  return h(
    'section',
    { class: 'panel', 'aria-label': 'Checks' },
    h('h2', {}, 'Checks'),
    h(
      'p',
      {},
      `${counted(said.runs, 'run')} had a check, ${number(said.answeredWithout)} answered without one.`,
    ),
    h('p', {}, `Passes: ${verdicts.join(', ')}.`),
  )
}
