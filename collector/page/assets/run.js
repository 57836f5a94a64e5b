import { actBar, waitingPanel } from './acts.js'
import { follow, get } from './api.js'
import { budgetPanel } from './budgets.js'
import { chunkedList } from './chunks.js'
import { h } from './dom.js'
import { every } from './every.js'
import { factList } from './facts.js'
import { foundPanel } from './found.js'
import { counted } from './format.js'
import { runLog } from './log.js'
import { runMap } from './map.js'
import { passesPanel } from './passes.js'
import { outcomeChip, stopNote } from './runs.js'
import { stepsOf } from './steps.js'
import { showThoughts } from './thoughts.js'
import { timeline } from './timeline.js'
import { messagesPanel, whyPanel } from './why.js'

const rowHeight = () => (matchMedia('(max-width: 46rem)').matches ? 74 : 31)

/** Shows one run: why it stands as it does, and its steps with the decisions between them. */
export function showRun(view, { id: name, back, signal, status }) {
  document.title = `${name} · loop-observer`
  const path = `/v1/runs/${encodeURIComponent(name)}`
  const chip = h('span', { class: 'chips' })
  const acts = actBar(path, { acted })
  const facts = h('dl', { class: 'facts' })
  const panels = h('div', { class: 'panels' })
  const map = runMap(signal, (key) => reveal(key))
  const said = h('p', { class: 'said', role: 'status' })
  const note = h('p', { class: 'empty', hidden: true })
  const body = h('div', { class: 'timeline', 'aria-label': 'Steps and decisions', role: 'region' })
  const legend = h('span')
  const keys = h(
    'span',
    { class: 'keys' },
    'Keys: ',
    h('kbd', {}, 'j'),
    ' ',
    h('kbd', {}, 'k'),
    ' step, ',
    h('kbd', {}, 'n'),
    ' ',
    h('kbd', {}, 'p'),
    ' decision',
  )
  const thoughts = showThoughts(`${path}/steps`, signal, () => refresh.now())
  view.append(
    h('p', { class: 'back' }, h('a', { href: back }, '← Runs')),
    h('div', { class: 'title' }, h('h1', { class: 'run-id' }, name), chip, acts.element),
    said,
    facts,
    panels,
    map.element,
    h('div', { class: 'legend', hidden: true }, thoughts.element, legend, keys),
    note,
    body,
  )
  const list = chunkedList(body, { rowHeight, box: () => h('ol'), signal })
  const log = runLog(`${path}/steps`, signal)
  let seen = stepsOf([])
  let shown = ''
  let thoughtsShown = null
  /** The story takes the observer a look at the whole log: something is seen before. */
  let told = false

  const refresh = every(2000, signal, status, async () => {
    let detail = await get(told ? `${path}?story=true` : path, signal).catch(unknownRun)
    await log.readOn(detail, () => draw(detail, null))
    if (!told) detail = await get(`${path}?story=true`, signal)
    told = true
    draw(detail, await thoughts.of(detail))
  })
  void follow(`${path}/events`, signal, () => refresh.now())
  addEventListener('keydown', moveByKey, { signal })

  function reveal(key) {
    return list.reveal(key)
  }

  function unknownRun(error) {
    if (error.code === 'not_found')
      panels.replaceChildren(h('div', { class: 'empty wide' }, unknownTexts(name)))
    throw error
  }

  function acted(text) {
    said.textContent = text
    refresh.now()
  }

  function draw(detail, thought) {
    if (signal.aborted) return
    const { summary, decisions } = detail
    if (summary !== null) facts.replaceChildren(...factList(detail))
    const mark = JSON.stringify([{ ...detail, nowMs: 0 }, log.next(), log.records().length])
    const again = thought !== thoughtsShown
    if (mark === shown && !again) return
    ;[shown, thoughtsShown] = [mark, thought]
    seen = stepsOf(log.records())
    const context = { ...seen, decisions, summary, reveal, thoughts: thought }
    chip.replaceChildren(...(summary === null ? [] : [outcomeChip(summary), stopNote(summary) ?? '']))
    acts.update(detail, toolsOf(seen.work))
    drawPanels(detail, context)
    map.update(seen, decisions)
    list.update(timeline(seen, context), (item) => item)
    drawNotes(detail)
  }

  function drawPanels(detail, context) {
    if (detail.summary === null) return
    const focused = panels.contains(document.activeElement)
      ? [...panels.querySelectorAll('button')].indexOf(document.activeElement)
      : -1
    const columns = [
      [whyPanel(detail, context), foundPanel(detail, context), passesPanel(context.steps)],
      [messagesPanel(detail.decisions, context), budgetPanel(detail)],
    ]
    panels.replaceChildren(
      h('div', { class: 'wide' }, waitingPanel(path, detail.effects, { acted })),
      ...columns.map((column) => h('div', {}, column)),
    )
    panels.querySelectorAll('button')[focused]?.focus({ preventScroll: true })
  }

  function drawNotes({ steps }) {
    const missing = log.missing()
    legend.parentNode.hidden = seen.work.length === 0
    legend.textContent = [
      counted(seen.work.length, 'step'),
      ...(seen.marks.size > 0 ? ['equal letters and colours: the same observation'] : []),
    ].join(' · ')
    note.hidden = list.size() > 0 && missing === 0
    const kept = steps > 0 ? 'Its steps are no longer kept, only how it ended.' : 'No steps yet.'
    note.textContent =
      list.size() === 0
        ? kept
        : `The first ${counted(missing, 'record')} ${missing === 1 ? 'is' : 'are'} no longer kept.`
  }

  /** j and k go through steps and decisions, n and p through decisions. */
  function moveByKey(event) {
    const by = { j: 1, k: -1, n: 1, p: -1 }[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target.closest('input, select, textarea, dialog, [role=slider]') !== null) return
    const stepwise = event.key === 'j' || event.key === 'k'
    let place = placeOfFocus() ?? list.firstBelow(0) - by
    do place += by
    while (!stepwise && list.keyAt(place)?.startsWith('step '))
    if (list.keyAt(place) === undefined) return
    event.preventDefault()
    list.revealAt(place, { block: stepwise ? 'nearest' : 'center', opener: true })
  }

  function placeOfFocus() {
    const item = document.activeElement?.closest('.timeline li')
    if (!item) return null
    const place = list.indexOf(item.dataset.key)
    return place < 0 ? null : place
  }
}

/** Tools that the run called, the most called first. */
function toolsOf(work) {
  const counts = new Map()
  for (const { kind, tool } of work) if (kind === 'tool') counts.set(tool, (counts.get(tool) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([tool]) => tool)
}

function unknownTexts(name) {
  return [
    h('p', {}, h('b', {}, `No run ${name} is known here.`)),
    h(
      'p',
      {},
      'Nothing of it came, because its trace was not sampled or is exported elsewhere, or it is so long ago that its record has expired.',
    ),
  ]
}
