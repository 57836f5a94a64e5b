import { get } from './api.js'
import { h } from './dom.js'
import { counted, plain } from './format.js'

const pageSize = 1000
/** The observer judges the whole log once more: not with every step of a run that goes on. */
const freshForMs = 10_000

/** What each rule thought of each step of a run, fetched while a person wants to see it. */
export function showThoughts(path, signal, changed) {
  const note = h('small', { role: 'status' })
  const button = h(
    'button',
    { type: 'button', class: 'toggle', 'aria-pressed': 'false', onclick: toggle },
    'Why not?',
  )
  const element = h('span', { class: 'why-not' }, button, ' ', note)
  let told = null
  let version = null
  let fetchedAtMs = 0

  function toggle() {
    const wanted = button.getAttribute('aria-pressed') === 'false'
    button.setAttribute('aria-pressed', String(wanted))
    if (!wanted) [told, version, note.textContent] = [null, null, '']
    changed()
  }

  /** Thoughts by step id; null when nobody wants to see them. */
  async function of({ steps }) {
    if (button.getAttribute('aria-pressed') === 'false') return null
    if (steps === version || (told !== null && Date.now() - fetchedAtMs < freshForMs)) return told
    const fetched = await fetchAll(path, signal)
    if (button.getAttribute('aria-pressed') === 'false') return null
    ;[told, version, fetchedAtMs] = [fetched.thoughts, steps, Date.now()]
    note.textContent = aboutText(fetched.thinking)
    return told
  }

  return { element, of }
}

/** The thoughts about a step, or nothing. */
export function thoughtList(thoughts) {
  if (!thoughts?.length) return null
  return h(
    'ul',
    { class: 'thoughts' },
    thoughts.map(({ reason, led, text }) => h('li', { class: led }, h('b', {}, plain(reason)), ` ${text}`)),
  )
}

async function fetchAll(path, signal) {
  const thoughts = new Map()
  let thinking = null
  for (let from = 0; ;) {
    const stretch = await get(`${path}?thoughts=true&from=${from}&limit=${pageSize}`, signal)
    thinking ??= stretch.thinking
    for (const step of stretch.steps) if (step.thoughts !== null) thoughts.set(step.id, step.thoughts)
    from = stretch.next
    if (stretch.steps.length === 0 || from >= stretch.version) return { thoughts, thinking }
  }
}

function aboutText(thinking) {
  if (thinking === null) return 'What the rules thought can no longer be worked out: the log is not kept.'
  const parts = ['What each rule thought of each step; rules that had nothing to say are left out.']
  if (thinking.from > 0)
    parts.push(`The first ${counted(thinking.from, 'record')} are no longer kept: counts begin behind.`)
  if (!thinking.agrees)
    parts.push('Judged once more, the run would be decided otherwise: take this with care.')
  return parts.join(' ')
}
