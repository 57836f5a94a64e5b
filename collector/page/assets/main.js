import { h } from './dom.js'
import { showRun } from './run.js'
import { showRuns } from './runs.js'

const view = document.querySelector('#view')
const live = document.querySelector('#live')
let leave = new AbortController()

/** `#/` is the list, `#/runs/ID` one run. */
function show() {
  leave.abort()
  leave = new AbortController()
  const id = /^#\/runs\/(.+)$/.exec(location.hash)?.[1]
  view.replaceChildren()
  const status = (state, text) => {
    live.dataset.state = state
    live.textContent = text
  }
  status('waiting', 'loading')
  try {
    if (id === undefined) showRuns(view, { signal: leave.signal, status })
    else showRun(view, decodeURIComponent(id), { signal: leave.signal, status })
  } catch (error) {
    view.replaceChildren(h('p', { class: 'bad' }, String(error)))
  }
}

addEventListener('hashchange', () => {
  show()
  view.focus({ preventScroll: true })
  scrollTo(0, 0)
})
show()
