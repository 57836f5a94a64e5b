import type { Invocation } from './command.ts'

/** Work that takes a while, as a person sees it. */
export interface Progress {
  /** `ratio` of it is done, 0 to 1. Draws at most ten times a second. */
  update(ratio: number, about: string): void
  /** Takes the bar away: something else is printed, or the work is done. */
  clear(): void
}

const width = 24
const redrawMs = 100

/** A bar in the last line of the terminal; nothing where nobody looks. `nowMs` is a clock that never goes back. */
export function progressBar(
  { status }: Pick<Invocation, 'status'>,
  nowMs: () => number = () => performance.now(),
): Progress {
  let drawnAtMs = -Infinity
  return {
    update(ratio, about) {
      if (status === undefined || nowMs() - drawnAtMs < redrawMs) return
      drawnAtMs = nowMs()
      const share = Math.min(1, Math.max(0, ratio))
      const full = Math.round(share * width)
      const percent = String(Math.floor(share * 100)).padStart(3)
      status(`[${'#'.repeat(full)}${'.'.repeat(width - full)}] ${percent} %  ${about}`)
    },
    clear() {
      if (drawnAtMs !== -Infinity) status?.('')
      drawnAtMs = -Infinity
    },
  }
}
