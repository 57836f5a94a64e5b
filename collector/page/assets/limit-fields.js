import { h } from './dom.js'

const fields = [
  ['steps', 'Model turns', 1],
  ['toolCalls', 'Tool calls', 1],
  ['tokens', 'Tokens', 1],
  ['costUsd', 'Cost, US dollars', 'any'],
  ['seconds', 'Time, seconds', 1],
  ['effects', 'Effects', 1],
]

/** A field for each limit, beside what is used of it; `value()` names those that were filled in. */
export function limitFields(limits, totals) {
  const inputs = fields.map(([name, title, step]) => {
    const limit = limits?.[name] ?? null
    const input = h('input', {
      type: 'number',
      min: 0,
      step,
      name,
      placeholder: limit === null ? 'no limit' : String(limit),
    })
    const used = (Math.round(totals[name] * 100) / 100).toLocaleString('en')
    return [
      name,
      input,
      h('label', { class: 'field' }, title, input, h('small', { class: 'dim' }, `used ${used}`)),
    ]
  })
  return {
    element: h(
      'div',
      { class: 'fields' },
      inputs.map(([, , label]) => label),
    ),
    value: () => {
      const given = inputs
        .filter(([, input]) => input.value !== '')
        .map(([name, input]) => [name, Number(input.value)])
      return given.length === 0 ? {} : { limits: Object.fromEntries(given) }
    },
  }
}
