const lookEveryMs = 500

/**
 * Resolves at the first signal to stop (SIGTERM, SIGINT); a second one ends the process at once. Started by npm it
 * also stops when its parent is gone, as SIGTERM: npm passes a signal to the shell between them, which dies of it and
 * tells nobody.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      process.off('SIGTERM', stop)
      process.off('SIGINT', stop)
      clearInterval(watch)
      resolve(signal)
    }
    const watch = process.env['npm_lifecycle_event'] === undefined ? undefined : whenOrphaned(stop)
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}

function whenOrphaned(stop: (signal: NodeJS.Signals) => void): NodeJS.Timeout {
  const parent = process.ppid
  const look = (): void => {
    if (process.ppid !== parent) stop('SIGTERM')
  }
  return setInterval(look, lookEveryMs).unref()
}
