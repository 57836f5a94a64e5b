import type { CallFeatures } from '../words/features.ts'
import type { CallTelling } from '../words/call-source.ts'
import type { Step, ToolStep } from '../words/step.ts'
import { mergedCall } from './merged-call.ts'
import { isSameTool } from './prompt-calls.ts'

/** Steps that wait, each call once. */
export interface JoinedCalls {
  readonly steps: readonly Step[]
  /** Of a step that several records tell: these, as they wait. */
  readonly records: ReadonlyMap<Step, readonly ToolStep[]>
}

/** A record that tells a call. */
interface Telling {
  readonly span: string
  readonly parent: string | null
  readonly source: string
  readonly id: string | null
  readonly startMs: number
  readonly endMs: number
}

/** Records of what may turn out to be one call. */
interface Group {
  readonly steps: [ToolStep, ...ToolStep[]]
  readonly told: Telling[]
}

/**
 * Puts the records of one call together that wait: the framework's span, the MCP client's, the MCP server's, those
 * of two instrumentations. By call id first; then parent and child; then containing intervals of the same
 * call, and, for two instrumentations side by side, intervals that are nearly one. Two spans of one source stay
 * two calls, whatever they look like: that is the loop. It is decided over all that wait, so that it does not
 * depend on the order in which the records came.
 */
export function joinedCalls(pending: readonly Step[]): JoinedCalls {
  if (!mayJoin(pending)) return { steps: pending, records: none }
  const calls = pending.filter((step) => step.kind === 'tool')
  const byId = joinById(calls)
  const groups = joinContained(joinChildren(byId.filter(isTold)))
  const records = new Map<Step, readonly ToolStep[]>()
  const steps: Step[] = pending.filter(({ kind }) => kind !== 'tool')
  for (const { steps: ofCall } of [...groups, ...byId.filter((group) => !isTold(group))]) {
    const step = mergedCall(ofCall)
    steps.push(step)
    if (ofCall.length > 1) records.set(step, ofCall)
  }
  return { steps, records }
}

const none: ReadonlyMap<Step, readonly ToolStep[]> = new Map()

/** True when two of the records may be of one call: mostly one source tells them all, and each once. */
function mayJoin(pending: readonly Step[]): boolean {
  let source: string | null = null
  const ids = new Set<string>()
  for (const step of pending) {
    if (step.kind !== 'tool') continue
    if (step.callId !== null && ids.size === ids.add(step.callId).size) return true
    for (const [, , each] of step.told ?? nobody) {
      if (source !== null && source !== each) return true
      source = each
    }
  }
  return false
}

const nobody: readonly CallTelling[] = []

function isTold({ told }: Group): boolean {
  return told.length > 0
}

/** By call id, and by the span that two records have in common. */
function joinById(calls: readonly ToolStep[]): readonly Group[] {
  const known = new Map<string, Group>()
  const live = new Set<Group>()
  for (const step of calls) {
    const told = (step.told ?? nobody).map(tellingOf)
    let group: Group = { steps: [step], told }
    const keys = told.map(({ span }) => `span:${span}`)
    if (step.callId !== null) keys.push(`call:${step.callId}`)
    for (const key of keys) {
      const same = known.get(key)
      if (same === undefined || same === group) continue
      add(same, group)
      live.delete(group)
      group = same
    }
    live.add(group)
    for (const each of group.steps) {
      if (each.callId !== null) known.set(`call:${each.callId}`, group)
      for (const [span] of each.told ?? nobody) known.set(`span:${span}`, group)
    }
  }
  return [...live]
}

function tellingOf([span, parent, source, id, , startMs, endMs]: CallTelling): Telling {
  return { span, parent, source, id, startMs, endMs }
}

function joinChildren(groups: readonly Group[]): readonly Group[] {
  const groupOf = new Map<string, Group>()
  for (const group of groups) for (const { span } of group.told) groupOf.set(span, group)
  const live = new Set(groups)
  for (const { span, parent } of groups.flatMap(({ told }) => told).toSorted(byStart)) {
    const inner = groupOf.get(span)
    const outer = parent === null ? undefined : groupOf.get(parent)
    if (inner === undefined || outer === undefined || inner === outer || !isSameCall(outer, inner)) continue
    add(outer, inner)
    live.delete(inner)
    for (const each of inner.told) groupOf.set(each.span, outer)
  }
  return [...live]
}

/** How many groups back an outer one is looked for. */
const windowSize = 64

function joinContained(groups: readonly Group[]): readonly Group[] {
  const joined: Group[] = []
  const placed = groups.map((group) => ({ group, outer: outermost(group) }))
  for (const { group } of placed.sort((a, b) => byStart(a.outer, b.outer))) {
    const outer = tightestAround(group, joined)
    if (outer === null) joined.push(group)
    else add(outer, group)
  }
  return joined
}

/** The tightest: of calls side by side that are alike, each outer one keeps room for those that only it holds. */
function tightestAround(inner: Group, joined: readonly Group[]): Group | null {
  let tightest: { readonly group: Group; readonly outer: Telling } | null = null
  for (const group of joined.slice(-windowSize)) {
    if (!isAround(group, inner) || !isSameCall(group, inner)) continue
    const outer = outermost(group)
    const isTighter =
      tightest === null ||
      outer.endMs < tightest.outer.endMs ||
      (outer.endMs === tightest.outer.endMs && byStart(outer, tightest.outer) > 0)
    if (isTighter) tightest = { group, outer }
  }
  return tightest?.group ?? null
}

function add(group: Group, other: Group): void {
  group.steps.push(...other.steps)
  group.told.push(...other.told)
}

function outermost({ told }: Group): Telling {
  return told.reduce((a, b) => (byStart(b, a) < 0 ? b : a))
}

/** Outer before inner. */
function byStart(a: Telling, b: Telling): number {
  return a.startMs - b.startMs || b.endMs - a.endMs || (a.span < b.span ? -1 : a.span > b.span ? 1 : 0)
}

function isAround(outer: Group, inner: Group): boolean {
  if (outer.steps[0].traceId !== inner.steps[0].traceId) return false
  const haveArguments = knowsArguments(outer) && knowsArguments(inner)
  return outer.told.some((one) =>
    inner.told.some(
      (other) =>
        (one.startMs <= other.startMs && one.endMs >= other.endMs) ||
        (one.id !== null && one.id === other.id && sharedRatio(one, other) > 0) ||
        (haveArguments && sharedRatio(one, other) >= nearlyOneRatio),
    ),
  )
}

function knowsArguments({ steps }: Group): boolean {
  return steps.some(({ call }) => call.exact !== null)
}

/** How much of the longer interval both must share to be one call. */
const nearlyOneRatio = 0.9

/** Share of the longer interval that both have, 0 to 1. */
function sharedRatio(a: Telling, b: Telling): number {
  const shared = Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs)
  const longer = Math.max(a.endMs - a.startMs, b.endMs - b.startMs)
  return longer <= 0 ? 0 : shared / longer
}

function isSameCall(outer: Group, inner: Group): boolean {
  return (
    outer.told.every((a) =>
      inner.told.every((b) => a.source !== b.source && (a.id === null || b.id === null || a.id === b.id)),
    ) && outer.steps.every((a) => inner.steps.every((b) => saysTheSame(a, b)))
  )
}

/** Tool and arguments do not contradict each other. */
function saysTheSame(a: ToolStep, b: ToolStep): boolean {
  if (!isSameTool(a.tool, b.tool)) return false
  if (a.call.exact === null || b.call.exact === null || a.call.exact === b.call.exact) return true
  // The name of the tool is part of the fingerprint.
  return a.tool !== b.tool && haveSameLeaves(a.call, b.call)
}

function haveSameLeaves({ leaves: a }: CallFeatures, { leaves: b }: CallFeatures): boolean {
  return a.length === b.length && a.every((leaf, index) => leaf === b[index])
}
