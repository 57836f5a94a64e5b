import { runAddress, withQuery } from './address.js'
import { get } from './api.js'

/** Makes the form in the head of the page go to a run, by its id or by that of a trace. */
export function findRuns(form) {
  const input = form.querySelector('input')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const name = input.value.trim()
    if (name === '') return
    input.value = ''
    location.assign(await addressFor(name))
  })
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.closest('input, select, textarea, dialog') !== null) return
    event.preventDefault()
    input.focus()
  })
}

/** Of a trace that holds several runs the list of them, else the run. */
async function addressFor(name) {
  const trace = /^(?:trace:)?([0-9a-f]{32})$/i.exec(name)?.[1]?.toLowerCase()
  if (trace === undefined) return runAddress(name)
  const runs = await get(`/v1/runs?${new URLSearchParams({ trace, limit: 2 })}`).then(
    (answer) => answer.runs,
    () => [],
  )
  if (runs.length > 1) return withQuery('#/', { trace })
  return runAddress(runs[0]?.run ?? `trace:${trace}`)
}
