/** Makes an element. Text becomes text nodes: nothing an agent wrote is ever parsed as HTML. */
export function h(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children)
}

/** Makes an element of a drawing. */
export function svg(tag, properties = {}, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), properties, children)
}

function filled(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else element.setAttribute(name, String(value))
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ''),
  )
  return element
}

const made = new WeakMap()

/**
 * Makes the children of `parent` those of `wanted` ({ key, mark(), make() }), in that order. A child whose
 * mark has not changed is left as it is, so that focus, selection and open details survive.
 */
export function reconcile(parent, wanted) {
  const old = made.get(parent) ?? new Map()
  const next = new Map()
  let place = parent.firstChild
  for (const { key, mark, make } of wanted) {
    const known = old.get(key)
    const now = mark()
    const element = known !== undefined && known.mark === now ? known.element : make()
    next.set(key, { mark: now, element })
    if (known !== undefined && known.element !== element) {
      keepState(known.element, element)
      if (place === known.element) place = known.element.nextSibling
      known.element.remove()
    }
    if (element === place) place = element.nextSibling
    else parent.insertBefore(element, place)
  }
  for (const [key, { element }] of old) if (!next.has(key)) element.remove()
  made.set(parent, next)
}

/** The child of `parent` that was made for `key`, or undefined. */
export function childOf(parent, key) {
  return made.get(parent)?.get(key)?.element
}

/** What was open stays open, and the focus stays where it was. */
function keepState(before, after) {
  const open = before.matches('details') ? before : before.querySelector('details')
  const target = after.matches('details') ? after : after.querySelector('details')
  if (open?.open && target) target.open = true
  if (!before.contains(document.activeElement)) return
  const focusable = 'a, button, summary, [tabindex]'
  const place = [before, ...before.querySelectorAll(focusable)].indexOf(document.activeElement)
  queueMicrotask(() => [after, ...after.querySelectorAll(focusable)][place]?.focus({ preventScroll: true }))
}
