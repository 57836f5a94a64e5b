import { childOf, reconcile } from './dom.js'

/** How far beyond the window chunks are kept drawn, pixels. */
const margin = 900

/**
 * Shows a long list in chunks of which only those near the window are in the document; the others are
 * empty boxes as high as they were, or as `rowHeight` makes them. `box` makes the element of a chunk. A chunk that
 * holds the focus or something open stays.
 */
export function chunkedList(container, { size = 40, rowHeight, box, signal }) {
  let items = []
  let places = new Map()
  const chunks = []
  const observer = new IntersectionObserver(seen, { rootMargin: `${margin}px 0px` })
  signal.addEventListener('abort', () => observer.disconnect())

  function seen(entries) {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const chunk = chunks.find(({ element }) => element === target)
      if (chunk === undefined) continue
      if (isIntersecting) draw(chunk)
      else if (chunk.drawn && !isHeld(target)) empty(chunk, boundingClientRect.height)
    }
  }

  function draw(chunk) {
    reconcile(chunk.element, items.slice(chunk.from, chunk.from + size))
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

  function update(next) {
    items = next
    places = new Map(items.map(({ key }, i) => [key, i]))
    const wanted = Math.ceil(items.length / size)
    while (chunks.length > wanted) {
      const { element } = chunks.pop()
      observer.unobserve(element)
      element.remove()
    }
    for (const chunk of chunks) {
      if (chunk.drawn) draw(chunk)
      else setHeight(chunk)
    }
    while (chunks.length < wanted) add()
  }

  function add() {
    const chunk = { element: box(), from: chunks.length * size, drawn: false, height: null }
    chunks.push(chunk)
    setHeight(chunk)
    container.append(chunk.element)
    // What stands in the first windows is drawn at once, not only when the browser has looked.
    if (chunk.from < size * 2) draw(chunk)
    observer.observe(chunk.element)
  }

  function setHeight(chunk) {
    const count = Math.min(size, items.length - chunk.from)
    const height = count === size && chunk.height !== null ? chunk.height : count * rowHeight()
    chunk.element.style.height = `${height}px`
  }

  /** The element of the item at `index`, drawn if it was not; undefined beyond the end. */
  function elementAt(index) {
    const chunk = chunks[Math.floor(index / size)]
    if (chunk === undefined || items[index] === undefined) return undefined
    draw(chunk)
    return childOf(chunk.element, items[index].key)
  }

  /** Scrolls to an item and gives it, or with `opener` what opens it, the focus; false when there is none of that key. */
  function reveal(key, { block = 'center', opener = false } = {}) {
    const element = elementAt(places.get(key) ?? -1)
    if (element === undefined) return false
    const inner = element.querySelector('a, summary')
    const target = (opener || !element.matches('[tabindex]')) && inner !== null ? inner : element
    target.focus({ preventScroll: true })
    element.scrollIntoView({ block })
    return true
  }

  /** Index of the first item that is not wholly above `top` pixels of the window; 0 without items. */
  function firstBelow(top) {
    const chunk = chunks.find(({ element }) => element.getBoundingClientRect().bottom > top)
    if (chunk === undefined) return Math.max(0, items.length - 1)
    const row = [...chunk.element.children].findIndex((child) => child.getBoundingClientRect().bottom > top)
    return chunk.from + Math.max(0, row)
  }

  return {
    update,
    reveal,
    firstBelow,
    items: () => items,
    indexOf: (key) => places.get(key) ?? -1,
  }
}

function isHeld(element) {
  return element.contains(document.activeElement) || element.querySelector('details[open]') !== null
}
