import { hostname } from 'node:os'

/** Links to the pages of runs. */
export interface PageLinks {
  of(run: string): string
  /** Says where the control channel listens; a wildcard stands for the name of this machine. Counts when no URL is set. */
  listensAt(url: string): void
}

/** Makes links; `base` is where people reach the control channel, null when that is where it listens. */
export function pageLinks(base: string | null): PageLinks {
  let root = (base ?? '').replace(/\/+$/, '')
  return {
    of: (run) => `${root}/#/runs/${encodeURIComponent(run)}`,
    listensAt(url) {
      if (base === null) root = url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:|$)/, `//${hostname()}`)
    },
  }
}
