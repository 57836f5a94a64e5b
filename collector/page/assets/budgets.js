import { h } from './dom.js'
import { duration, number } from './format.js'

const usd = (value) => `$${value < 1 ? Number(value.toPrecision(2)) : value.toFixed(2)}`
const kinds = [
  ['steps', 'Model turns', number],
  ['toolCalls', 'Tool calls', number],
  ['tokens', 'Tokens', number],
  ['costUsd', 'Cost', usd],
  ['seconds', 'Time', (value) => duration(value * 1000)],
  ['effects', 'Effects', number],
]
/** From this share on a budget is near its end. */
const nearRatio = 0.8

/** A bar for each limit in force; a word where there is none. */
export function budgetPanel({ summary, limits }) {
  const set = kinds.filter(([name]) => limits?.[name] !== null && limits?.[name] !== undefined)
  const without = kinds.filter(([name]) => !set.some(([each]) => each === name))
  return h(
    'section',
    { class: 'panel', 'aria-label': 'Budgets' },
    h('h2', {}, 'Budgets'),
    set.map((kind) => bar(kind, summary.totals, limits)),
    limits === null || limits === undefined
      ? h('p', { class: 'dim' }, 'Its limits are no longer known.')
      : without.length === 0
        ? null
        : h(
            'p',
            { class: 'dim' },
            `No limit on ${without.map(([, name]) => name.toLowerCase()).join(', ')}.`,
          ),
  )
}

function bar([name, title, format], totals, limits) {
  const used = totals[name]
  const limit = limits[name]
  const ratio = limit === 0 ? (used > 0 ? 1 : 0) : used / limit
  const state = ratio >= 1 ? 'full' : ratio >= nearRatio ? 'near' : 'fine'
  const fill = h('i')
  fill.style.width = `${Math.min(100, ratio * 100)}%`
  return h(
    'div',
    { class: `budget ${state}` },
    h('span', { class: 'budget-name' }, title),
    h(
      'span',
      {
        class: 'budget-bar',
        role: 'meter',
        'aria-label': title,
        'aria-valuemin': 0,
        'aria-valuemax': limit,
        'aria-valuenow': Math.min(used, limit),
        'aria-valuetext': `${format(used)} of ${format(limit)}`,
      },
      fill,
    ),
    h('span', { class: 'budget-use' }, h('b', {}, format(used)), ` of ${format(limit)}`),
  )
}
