import { h } from './dom.js'
import { counted } from './format.js'
import { stepLink } from './step.js'

/** What the run had found: its newest different results; null before its first call. */
export function foundPanel({ found }, context) {
  if (!found) return null
  const { results, newest } = found
  return h(
    'section',
    { class: 'panel found', 'aria-label': 'What it had found' },
    h('h2', {}, 'What it had found'),
    results === 0
      ? h('p', { class: 'dim' }, 'Nothing: each call failed, came back empty, or is not known.')
      : [
          results > newest.length
            ? h('p', { class: 'dim' }, `The newest of ${counted(results, 'different result')}.`)
            : null,
          h(
            'ul',
            {},
            newest.map((result) => resultLine(result, context)),
          ),
        ],
  )
}

function resultLine({ step, tool, text }, { ordinals, reveal }) {
  return h('li', {}, stepLink(step, ordinals, reveal), ` ${tool} `, h('span', { class: 'gave' }, text ?? ''))
}
