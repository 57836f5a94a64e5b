import { childOf, reconcile } from './dom.js'

/** How far beyond the window chunks are kept drawn, pixels. */
const margin = 900

/**
 * Shows a long list in chunks of which only those near the window are in the document; the others are
 * empty boxes as high as they were, or as `rowHeight` makes them. `box` makes the element of a chunk. A chunk that
 * holds the focus or something open stays.
 */
export function chunkedList(container, { size = 20, rowHeight, box, signal }) {
  let data = []
  let itemOf = null
  let places = null
  const chunks = []
  const byElement = new Map()
  const observer = new IntersectionObserver(seen, { rootMargin: `${margin}px 0px` })
  signal.addEventListener('abort', () => observer.disconnect())

  function seen(entries) {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const chunk = byElement.get(target)
      if (chunk === undefined) continue
      if (isIntersecting) draw(chunk)
      else if (chunk.drawn && !isHeld(target)) empty(chunk, boundingClientRect.height)
    }
  }

  function draw(chunk) {
    reconcile(chunk.element, data.slice(chunk.from, chunk.from + size).map(itemOf))
    if (chunk.drawn) return
    chunk.drawn = true
    chunk.element.style.height = ''
  }

  function empty(chunk, height) {
    reconcile(chunk.element, [])
    chunk.drawn = false
    chunk.height = height
    chunk.element.style.height = `${height}px`
  }

  /** Shows these; `asItem` makes the item of one, when it is drawn. */
  function update(next, asItem) {
    const grown = data.length
    data = next
    itemOf = asItem
    places = null
    const wanted = Math.ceil(data.length / size)
    while (chunks.length > wanted) {
      const { element } = chunks.pop()
      byElement.delete(element)
      observer.unobserve(element)
      element.remove()
    }
    for (const chunk of chunks) {
      if (chunk.drawn) draw(chunk)
      else if (chunk.from + size > Math.min(grown, data.length)) setHeight(chunk)
    }
    while (chunks.length < wanted) add()
  }

  function add() {
    const chunk = { element: box(), from: chunks.length * size, drawn: false, height: null }
    chunks.push(chunk)
    byElement.set(chunk.element, chunk)
    setHeight(chunk)
    container.append(chunk.element)
    // What stands in the first windows is drawn at once, not only when the browser has looked.
    if (chunk.from < size * 3) draw(chunk)
    observer.observe(chunk.element)
  }

  function setHeight(chunk) {
    const count = Math.min(size, data.length - chunk.from)
    const height = count === size && chunk.height !== null ? chunk.height : count * rowHeight()
    chunk.element.style.height = `${height}px`
  }

  function indexOf(key) {
    places ??= new Map(data.map((each, i) => [itemOf(each).key, i]))
    return places.get(key) ?? -1
  }

  /** Scrolls to an item and gives it, or with `opener` what opens it, the focus; false beyond the ends. */
  function revealAt(index, { block = 'center', opener = false } = {}) {
    const chunk = chunks[Math.floor(index / size)]
    if (chunk === undefined || data[index] === undefined) return false
    draw(chunk)
    const element = childOf(chunk.element, itemOf(data[index]).key)
    const inner = element.querySelector('a, summary')
    const target = (opener || !element.matches('[tabindex]')) && inner !== null ? inner : element
    target.focus({ preventScroll: true })
    element.scrollIntoView({ block })
    return true
  }

  /** Index of the first item that is not wholly above `top` pixels of the window; 0 without items. */
  function firstBelow(top) {
    const chunk = chunks.find(({ element }) => element.getBoundingClientRect().bottom > top)
    if (chunk === undefined) return Math.max(0, data.length - 1)
    const row = [...chunk.element.children].findIndex((child) => child.getBoundingClientRect().bottom > top)
    return chunk.from + Math.max(0, row)
  }

  return {
    update,
    indexOf,
    revealAt,
    reveal: (key, options) => revealAt(indexOf(key), options),
    firstBelow,
    keyAt: (index) => (data[index] === undefined ? undefined : itemOf(data[index]).key),
    size: () => data.length,
  }
}

function isHeld(element) {
  return element.contains(document.activeElement) || element.querySelector('details[open]') !== null
}
