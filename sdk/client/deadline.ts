/** What `work` resolves to, or `late` when that takes longer than `waitMs`. The timer keeps no process alive. */
export async function within<Value, Late>(
  work: Promise<Value>,
  waitMs: number,
  late: Late,
): Promise<Value | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(late), waitMs)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves after `pauseMs`, or when `signal` is aborted, without keeping the process alive. */
export function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, pauseMs)
    unref(timer)
    signal.addEventListener('abort', end)
  })
}

/** Lets the process end though the timer is on; where timers are plain numbers there is nothing to do. */
export function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref()
  }
}
