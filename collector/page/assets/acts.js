import { post } from './api.js'
import { confirmed } from './dialog.js'
import { h } from './dom.js'
import { isStopped } from './facts.js'
import { limitFields } from './limit-fields.js'
import { toolFields } from './tool-fields.js'

/** What an operator may do with a run, as buttons; `acted` is told what was done. */
export function actBar(path, { acted }) {
  const element = h('div', { class: 'acts', role: 'group', 'aria-label': 'What you may do' })
  let shown = ''
  let latest = null
  let called = []

  /** `tools` are the names of those that the run called, the most called first. */
  function update(detail, tools) {
    ;[latest, called] = [detail, tools]
    const { summary } = detail
    const buttons = summary === null ? [] : buttonsFor(summary)
    const mark = JSON.stringify(buttons.map(([name]) => name))
    if (mark === shown) return
    shown = mark
    const focused = element.contains(document.activeElement) ? document.activeElement.textContent : null
    element.replaceChildren(
      ...buttons.map(([name, kind, act, title]) =>
        h('button', { type: 'button', class: kind, onclick: act, title }, name),
      ),
    )
    if (focused !== null) [...element.children].find(({ textContent }) => textContent === focused)?.focus()
  }

  function buttonsFor(summary) {
    const stopped = summary.halted || ['halted', 'escalated', 'suspended'].includes(summary.outcome)
    const ended = ['answered', 'failed', 'abandoned'].includes(summary.outcome)
    return [
      ...(stopped ? [['Resume…', '', resume]] : []),
      ...(stopped || ended ? [] : [['Halt…', 'danger', halt]]),
      ...(summary.outcome === 'open' || summary.outcome === 'suspended' || summary.outcome === 'lost'
        ? []
        : marksFor(summary)),
    ]
  }

  function marksFor(summary) {
    const [right, wrong] = isStopped(summary)
      ? ['It was stuck', 'It was not stuck']
      : ['Answer was right', 'Answer was wrong']
    return [
      ...(summary.correct === true ? [] : [[right, '', () => mark(true, right), markTitle]]),
      ...(summary.correct === false ? [] : [[wrong, '', () => mark(false, wrong), markTitle]]),
    ]
  }

  async function halt() {
    const note = noteField()
    const id = newId()
    const done = await confirmed({
      title: 'Halt this run?',
      text: 'The agent is told to stop at its next step. You can resume the run later.',
      fields: [note.element],
      verb: 'Halt it',
      danger: true,
      submit: () => post(`${path}/halt`, { id, ...note.value() }),
    })
    if (done) acted('Halted.')
  }

  async function resume() {
    const note = noteField()
    const limits = limitFields(latest.limits, latest.summary.totals)
    const tools = toolFields(latest.tools, called)
    const id = newId()
    const done = await confirmed({
      title: 'Resume this run?',
      text: 'Halts so far no longer stand. A limit that you enter replaces the present one; an empty field leaves it as it is.',
      fields: [limits.element, tools.element, note.element],
      verb: 'Resume it',
      submit: () => post(`${path}/resume`, { id, ...limits.value(), ...tools.value(), ...note.value() }),
    })
    if (done) acted('Resumed.')
  }

  async function mark(correct, title) {
    const { outcome } = latest.summary
    const id = newId()
    const done = await confirmed({
      title: `${title}?`,
      text: correct
        ? 'This is counted in reports and metrics as right.'
        : 'This is counted in reports and metrics as wrong, so that the rule which stopped good runs is found.',
      verb: title,
      submit: () => post(`${path}/outcome`, { id: `mark:${id}`, outcome, correct }),
    })
    if (done) acted(correct ? 'Marked as right.' : 'Marked as wrong.')
  }

  return { element, update }
}

/** Effects that wait for a person, each with its answer; null when none waits. */
export function waitingPanel(path, effects, { acted }) {
  const waiting = effects.filter(({ state }) => state === 'waiting')
  if (waiting.length === 0) return null
  const answer = async ({ id }, approved) => {
    const note = noteField()
    const done = await confirmed({
      title: approved ? 'Let this effect happen?' : 'Deny this effect?',
      text: id,
      fields: [note.element],
      verb: approved ? 'Approve' : 'Deny',
      danger: !approved,
      submit: () => post(`${path}/approve`, { effect: id, approved, ...note.value() }),
    })
    if (done) acted(approved ? 'Approved.' : 'Denied.')
  }
  return h(
    'section',
    { class: 'panel waiting', 'aria-label': 'Waits for a person' },
    h('h2', {}, 'Waits for a person'),
    waiting.map((effect) =>
      h(
        'div',
        { class: 'waiting-effect' },
        h(
          'span',
          {},
          h('code', {}, effect.id),
          effect.tool ? ` ${effect.tool}` : '',
          effect.note ? h('span', { class: 'dim' }, ` ${effect.note}`) : '',
        ),
        h(
          'span',
          { class: 'acts' },
          h('button', { type: 'button', class: 'primary', onclick: () => answer(effect, true) }, 'Approve…'),
          h('button', { type: 'button', onclick: () => answer(effect, false) }, 'Deny…'),
        ),
      ),
    ),
  )
}

function noteField() {
  const input = h('textarea', { rows: 2, maxlength: 2000 })
  return {
    element: h('label', { class: 'field' }, 'Note, for whoever reads the run later (optional)', input),
    value: () => (input.value.trim() === '' ? {} : { note: input.value.trim() }),
  }
}

const markTitle = 'Your word goes into the report: how often stops and answers were right, by rule.'

/** An act sent twice counts once. `crypto.randomUUID` exists in secure contexts only. */
function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
