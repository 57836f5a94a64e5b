/**
 * Does `act` at once and then every `ms` while the page is visible, one at a time, and tells `status`
 * how it goes. `now()` asks for it at once.
 */
export function every(ms, signal, status, act) {
  let timer
  let busy = false
  let again = false

  async function run() {
    clearTimeout(timer)
    if (busy) {
      again = true
      return
    }
    busy = true
    try {
      await act()
      if (!signal.aborted) status('live', 'live')
    } catch (error) {
      if (!signal.aborted) status('bad', error.code === undefined ? 'observer not reached' : error.message)
    }
    busy = false
    if (signal.aborted) return
    if (again) {
      again = false
      void run()
    } else if (!document.hidden) {
      timer = setTimeout(run, ms)
    }
  }

  const whenSeen = () => void (document.hidden || run())
  document.addEventListener('visibilitychange', whenSeen, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
  void run()
  return { now: () => void run() }
}
