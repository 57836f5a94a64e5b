import { follow, get } from './api.js'
import { h, reconcile } from './dom.js'
import { every } from './every.js'
import { ago, cost, counted, dateTime, duration, nudgesOf, number } from './format.js'
import { outcomeChip } from './runs.js'
import { showThoughts } from './thoughts.js'
import { hasMarks, timeline } from './timeline.js'

/** Records shown at most; the newest. */
const mostRecords = 2000
const pageSize = 500

/** Shows one run: how it stands, and its steps with the decisions between them. */
export function showRun(view, name, { signal, status }) {
  document.title = `${name} · loop-observer`
  const path = `/v1/runs/${encodeURIComponent(name)}`
  const facts = h('dl', { class: 'facts' })
  const head = h('div', { class: 'bar' }, h('h1', { class: 'run-id' }, name), h('span', { class: 'chips' }))
  const note = h('p', { class: 'empty', hidden: true })
  const list = h('ol', { class: 'timeline', 'aria-label': 'Steps and decisions' })
  const legend = h('p', { class: 'legend', hidden: true }, 'Equal letters and colours: the same observation.')
  const thoughts = showThoughts(`${path}/steps`, signal, () => refresh.now())
  const back = h('p', { class: 'back' }, h('a', { href: '#/' }, '← Runs'))
  view.append(back, head, facts, note, legend, thoughts.element, list)
  const records = []
  let next = null

  const refresh = every(2000, signal, status, async () => {
    const detail = await get(path, signal)
    next ??= Math.max(0, detail.steps - mostRecords)
    next = await readOn(`${path}/steps`, next, records, signal)
    records.splice(0, Math.max(0, records.length - mostRecords))
    draw(detail, await thoughts.of(detail))
  })
  void follow(`${path}/events`, signal, () => refresh.now())

  function draw(detail, thought) {
    const { summary, decisions, nowMs } = detail
    head.lastChild.replaceChildren(...(summary === null ? [] : [outcomeChip(summary)]))
    facts.replaceChildren(...(summary === null ? [] : factsOf(detail, nowMs)))
    const items = timeline(records, decisions, thought)
    reconcile(list, items)
    legend.hidden = !hasMarks(records)
    const first = records[0]?.position ?? 0
    note.hidden = items.length > 0 && first === 0
    note.textContent =
      items.length === 0 ? 'No steps yet.' : `Not shown: the first ${counted(first, 'record')}.`
  }
}

async function readOn(path, from, records, signal) {
  for (;;) {
    const stretch = await get(`${path}?from=${from}&limit=${pageSize}`, signal)
    records.push(...stretch.steps)
    from = stretch.next
    if (stretch.steps.length < pageSize) return from
  }
}

function factsOf({ summary, mode, effects, steps, judgedSteps, policyVersion }, nowMs) {
  const { totals } = summary
  const facts = [
    ['Agent', summary.agent ?? '–'],
    ['Task', summary.task],
    ['Mode', mode],
    ['Turns', number(totals.steps)],
    ['Tool calls', number(totals.toolCalls)],
    ['Tokens', totals.tokens > 0 ? number(totals.tokens) : null],
    ['Cost', cost(totals.costUsd)],
    ['Time', duration(totals.seconds * 1000)],
    ['Nudges', nudgesOf(summary) || null],
    ['Ran past halt', summary.ranPastHalt > 0 ? counted(summary.ranPastHalt, 'step') : null],
    ['Met', summary.limit === null ? null : `${summary.limit.reason}: ${summary.limit.class}`],
    [
      'Near its limits',
      summary.budgetWarnings.map(({ reason, used, limit }) => `${reason} ${used} of ${limit}`).join(', '),
    ],
    [
      'Waits for a person',
      effects
        .filter(({ state }) => state === 'waiting')
        .map(({ id, note }) => (note === null ? id : `${id} (${note})`))
        .join(', '),
    ],
    ['Answer', summary.correct === null ? null : summary.correct ? 'right' : 'wrong'],
    ['Last step', ago(summary.updatedAtMs, nowMs), dateTime(summary.updatedAtMs)],
    ['Trace', summary.traceIds.map((id) => id.slice(0, 8)).join(', '), summary.traceIds.join('\n')],
    ['Waiting to be judged', steps > judgedSteps ? number(steps - judgedSteps) : null],
    ['Policy', policyVersion],
  ]
  return facts
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value, title]) => h('div', {}, h('dt', {}, name), h('dd', { title }, value)))
}
