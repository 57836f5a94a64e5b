/** Resolves at the first signal to stop (SIGTERM, SIGINT); a second one ends the process at once. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const stop = (signal: NodeJS.Signals): void => {
      process.off('SIGTERM', stop)
      process.off('SIGINT', stop)
      resolve(signal)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
  })
}
