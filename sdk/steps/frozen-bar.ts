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
  if (frozen.owed !== null) askParent(run)
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

/**
 * References the bar of the run that started this one: it holds here too, and is not restated. `live`: that
 * run, where this process has it.
 */
export function inheritBar(run: RunState, parent: string, live: RunState | undefined): void {
  run.frozen.owed = { parent, live, asked: 0 }
  askParent(run)
}

/** A parent that never has a bar is not asked at every check of a long run. */
const mostAsked = 16

/**
 * Asks for the bar of the parent. Where the observer does not know the parent, or of no bar of it yet, it is
 * asked again at the next check, before that is reported.
 */
function askParent(run: RunState): void {
  const { frozen, origin } = run
  const { owed } = frozen
  if (owed === null) return
  const { parent, live, asked } = owed
  takeOver(run, live)
  if (origin.reporter === null) return
  frozen.owed = null
  const hear = (reply: Reply): void => {
    if (isStillOwed(reply) && asked + 1 < mostAsked) frozen.owed = { ...owed, asked: asked + 1 }
  }
  // The observer must know the bar of a run of this process before another can reference it.
  const told = live?.origin.reporter?.whenTold()
  const after = asked === 0 ? told : (told ?? Promise.resolve())
  origin.reporter.tell({
    path: '/bar',
    body: { parent },
    introduces: true,
    hear,
    ...(after === undefined ? {} : { after }),
  })
}

/** What another run of this process has frozen is known here without asking. */
function takeOver({ frozen }: RunState, live: RunState | undefined): void {
  const known = new Set([...frozen.retired, ...frozen.bar.map(({ name }) => name)])
  for (const criterion of live?.frozen.bar ?? []) {
    if (!known.has(criterion.name)) frozen.bar.push({ ...criterion, inherited: true })
  }
}

function isStillOwed(reply: Reply): boolean {
  if (reply.kind === 'refused') return reply.status === 404
  const inherited = reply.kind === 'answered' ? fieldOf(parsedJson(reply.text), 'inherited') : undefined
  return Array.isArray(inherited) && inherited.length === 0
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
