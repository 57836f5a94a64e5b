import { raiseBar } from '@loop-observer/rules'
import type { Reply } from '../client/connection.ts'
import { entriesOf, fieldOf, parsedJson } from '../given.ts'
import type { RunState } from '../run-state.ts'

/** Criterion to digest of its content. */
export type Bar = Readonly<Record<string, string>>

/**
 * Holds a run to a bar that it shows; returns the criteria that it lacks or has changed. The first bar is
 * registered with the observer, once; what is added later comes with the checks. Of one that falls the
 * observer is asked whether an operator has retired what is missing, for only a person lowers a bar.
 */
export function holdTo(run: RunState, bar: Bar | null): readonly string[] {
  const { frozen } = run
  if (frozen.owedBy !== null) askParent(run, frozen.owedBy, Promise.resolve())
  const isFirst = bar !== null && !frozen.registered
  const lowered = raiseBar(frozen, bar)
  if (bar !== null && isFirst) {
    frozen.registered = true
    register(run, bar)
  } else if (bar !== null && lowered.length > 0) {
    const known = new Set(frozen.bar.map(({ name }) => name))
    register(run, Object.fromEntries(Object.entries(bar).filter(([name]) => known.has(name))))
  }
  return lowered
}

/** References the bar of the run that started this one: it holds here too, and is not restated. */
export function inheritBar(run: RunState, parent: string, live: RunState | undefined): void {
  for (const criterion of live?.frozen.bar ?? []) run.frozen.bar.push({ ...criterion, inherited: true })
  // The observer must know the bar of a run of this process before another can reference it.
  askParent(run, parent, live?.origin.reporter?.whenTold())
}

/** Where the observer does not know the parent yet, it is asked again at the next check, before that is reported. */
function askParent(run: RunState, parent: string, after?: Promise<void>): void {
  run.frozen.owedBy = null
  const hear = (reply: Reply): void => {
    if (reply.kind === 'refused' && reply.status === 404) run.frozen.owedBy = parent
  }
  const told = { path: '/bar', body: { parent }, introduces: true, hear }
  run.origin.reporter?.tell(after === undefined ? told : { ...told, after })
}

function register(run: RunState, criteria: Bar): void {
  if (Object.keys(criteria).length === 0) return
  const hear = (reply: Reply): void => forget(run, reply)
  run.origin.reporter?.tell({ path: '/bar', body: { criteria }, introduces: true, hear })
}

/** Criteria that an operator retired hold no longer. */
function forget({ frozen }: RunState, reply: Reply): void {
  if (reply.kind !== 'answered') return
  const retired = new Set(entriesOf(fieldOf(parsedJson(reply.text), 'retired')).map(([, name]) => name))
  if (retired.size === 0) return
  frozen.retired = [...retired].filter((name) => typeof name === 'string')
  frozen.bar = frozen.bar.filter(({ name }) => !retired.has(name))
}
