import type { RunSummary } from '../store/store.ts'

/** A run as lists show it. */
export type RunView = Omit<RunSummary, 'key' | 'tenant'>

/** Leaves out what names the run inside the store. */
export function runView({ key: _key, tenant: _tenant, ...rest }: RunSummary): RunView {
  return rest
}
