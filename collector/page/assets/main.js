import { listAddress, read } from './address.js'
import { h } from './dom.js'
import { findRuns } from './find.js'
import { showReport } from './report.js'
import { showRun } from './run.js'
import { showRuns } from './runs.js'

const view = document.querySelector('#view')
const live = document.querySelector('#live')
let leave = new AbortController()
/** Where the list stood when it was last seen: the way back from a run. */
let lastList = '#/'

/** Shows what the address names. */
function show() {
  leave.abort()
  leave = new AbortController()
  const { signal } = leave
  const place = read(location.hash)
  if (place.view === 'runs') lastList = listAddress(Object.fromEntries(place.params))
  for (const link of document.querySelectorAll('nav a')) {
    if (link.dataset.view === place.view) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  view.replaceChildren()
  const status = (state, text) => {
    live.dataset.state = state
    live.textContent = text
  }
  status('waiting', 'loading')
  const moved = (address) => {
    history.replaceState(null, '', address)
    lastList = address
  }
  const context = { ...place, signal, status, moved, back: lastList }
  try {
    if (place.view === 'run') showRun(view, context)
    else if (place.view === 'report') showReport(view, context)
    else showRuns(view, context)
  } catch (error) {
    view.replaceChildren(h('p', { class: 'bad' }, String(error)))
  }
}

addEventListener('hashchange', () => {
  show()
  view.focus({ preventScroll: true })
  scrollTo(0, 0)
})
findRuns(document.querySelector('#find'))
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault()
  view.focus()
})
show()
