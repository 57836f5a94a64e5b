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

/** Resolves after `pauseMs`, without keeping the process alive. */
export function pause(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    unref(setTimeout(resolve, pauseMs))
  })
}

/** Lets the process end though the timer is on; where timers are plain numbers there is nothing to do. */
export function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
    timer.unref()
  }
}
