import { h } from './dom.js'

/** Tools offered at most, those called most; others can be typed. */
const mostOffered = 24

/**
 * Which tools a run may use from now on: only these, none of these. `access` is what was said before, null when
 * nothing was; `called` are tools of the run. `value()` is empty while nothing was changed: then it stays as it is.
 */
export function toolFields(access, called) {
  const offered = called.slice(0, mostOffered)
  const only = globList('Only these', 'None chosen: all tools.', { offered, chosen: access?.allow ?? [] })
  const none = globList('None of these', 'Whatever is allowed.', { offered, chosen: access?.deny ?? [] })
  const before = JSON.stringify([only.value(), none.value()])
  const element = h(
    'details',
    { class: 'tools', open: access !== null },
    h('summary', {}, access === null ? 'Tools from now on (all)' : 'Tools from now on'),
    h('p', { class: 'dim' }, 'Agents with the SDK or the hooks are held to it; others are only observed.'),
    h('div', { class: 'fields' }, only.element, none.element),
  )

  function value() {
    const [allow, deny] = [only.value(), none.value()]
    if (JSON.stringify([allow, deny]) === before) return {}
    return { tools: { ...(allow.length === 0 ? {} : { allow }), ...(deny.length === 0 ? {} : { deny }) } }
  }

  return { element, value }
}

/** Boxes for the tools on offer, and a field for other names and globs. */
function globList(title, hint, { offered, chosen }) {
  const boxes = offered.map((tool) => [
    tool,
    h('input', { type: 'checkbox', checked: chosen.includes(tool) }),
  ])
  const others = h('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'search_*, read_file',
    value: chosen.filter((glob) => !offered.includes(glob)).join(', '),
  })
  const element = h(
    'fieldset',
    {},
    h('legend', {}, title),
    h('p', { class: 'dim' }, hint),
    boxes.map(([tool, box]) => h('label', { class: 'choice' }, box, h('code', {}, tool))),
    h('label', { class: 'field' }, `${boxes.length === 0 ? 'Names' : 'Others'} or globs`, others),
  )

  function value() {
    const ticked = boxes.filter(([, { checked }]) => checked).map(([tool]) => tool)
    const typed = others.value.split(',').map((glob) => glob.trim())
    return [...new Set([...ticked, ...typed.filter((glob) => glob !== '')])]
  }

  return { element, value }
}
