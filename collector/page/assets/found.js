import { h } from './dom.js'
import { counted } from './format.js'
import { isFailed } from './steps.js'
import { stepLink } from './step.js'

/** Results named at most, the newest, and how much of each. */
const mostNamed = 3
const longestChars = 160

/** What the run had found: its newest different results, failures and empty answers left out; null before its first call. */
export function foundPanel({ work, ordinals, reveal }) {
  const calls = work.filter(({ kind }) => kind === 'tool')
  if (calls.length === 0) return null
  const first = new Map()
  for (const step of calls) {
    if (step.observation.state !== 'known' || isFailed(step)) continue
    if (!first.has(step.observation.fingerprint)) first.set(step.observation.fingerprint, step)
  }
  const results = [...first.values()]
  return h(
    'section',
    { class: 'panel found', 'aria-label': 'What it had found' },
    h('h2', {}, 'What it had found'),
    results.length === 0
      ? h('p', { class: 'dim' }, 'Nothing: each call failed, came back empty, or is not known.')
      : [
          results.length > mostNamed
            ? h('p', { class: 'dim' }, `The newest of ${counted(results.length, 'different result')}.`)
            : null,
          h(
            'ul',
            {},
            results.slice(-mostNamed).map((step) => resultLine(step, { ordinals, reveal })),
          ),
        ],
  )
}

function resultLine({ id, tool, preview }, { ordinals, reveal }) {
  const text = (preview?.observation ?? '').replace(/\s+/g, ' ').trim()
  const short = text.length > longestChars ? `${text.slice(0, longestChars - 1)}…` : text
  return h('li', {}, stepLink(id, ordinals, reveal), ` ${tool} `, h('span', { class: 'gave' }, short))
}
