import { adviceOf } from './advice.js'
import { h } from './dom.js'
import { plain } from './format.js'
import { stepLink } from './step.js'

const did = { nudge: 'Nudged', halt: 'Halted', escalate: 'Handed over' }
const would = { nudge: 'Would have nudged', halt: 'Would have halted', escalate: 'Would have handed over' }

/** What was decided, in a word or three; where the mode only records, what would have been. */
export function actText({ action, enforced }) {
  return (enforced ? did : would)[action]
}

/** An explanation without its first sentence, which says what the heading says. */
export function explained(explanation) {
  return /^[^.]*\)\. (.+)$/s.exec(explanation)?.[1] ?? explanation
}

/** A decision as an item of the timeline. */
export function decisionItem(decision, context) {
  const { showLane } = context
  const { seq, action, lane, reason, enforced, message, explanation } = decision
  const about = [
    `decision ${seq}`,
    ...(showLane ? [`lane ${lane}`] : []),
    ...(enforced ? [] : ['only recorded: the mode forbids acting on it']),
  ]
  const { told, result, helped } = adviceOf(decision)
  return h(
    'li',
    {
      class: `decision ${action}${enforced ? '' : ' recorded'}`,
      tabindex: '-1',
      'data-key': `decision ${seq}`,
    },
    h(
      'p',
      { class: 'verdict' },
      h('b', {}, `${actText(decision)}: ${plain(reason)}`),
      h('small', {}, ` ${about.join(', ')}`),
    ),
    h('p', {}, explained(explanation)),
    h(
      'blockquote',
      {},
      h('small', {}, enforced ? 'To the model: ' : 'To the model, had it been told: '),
      message,
    ),
    h(
      'p',
      { class: 'became' },
      enforced ? `${told} ` : null,
      result === '' ? null : h('b', { class: helpedClass(helped) }, result),
    ),
    evidenceLine(decision, context),
  )
}

/** How a result is coloured. */
export function helpedClass(helped) {
  return helped === null ? 'dim' : helped ? 'good' : 'bad'
}

/** What a decision rests on: links to its steps, counts, what was tried; null when there is nothing. */
export function evidenceLine({ evidence, tried }, { ordinals, reveal }) {
  const links = evidence.steps.flatMap((id, i) => [i === 0 ? '' : ', ', stepLink(id, ordinals, reveal)])
  const texts = [
    (evidence.words ?? []).join(' · '),
    tried.length > 0 ? `tried ${tried.join(', ')}` : '',
  ].filter(Boolean)
  if (links.length + texts.length === 0) return null
  return h(
    'p',
    { class: 'evidence' },
    'Evidence: ',
    links,
    texts.map((text, i) => (i === 0 && links.length === 0 ? text : ` · ${text}`)),
  )
}
