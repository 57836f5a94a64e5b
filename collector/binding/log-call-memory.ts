import { logVocabularies } from '../dialects/log-vocabulary-list.ts'
import type { ToolReading } from '../dialects/reading.ts'
import type { RunKey } from '../store/store.ts'
import { givenId, overlap } from './call-group.ts'
import { saysTheSame } from './nesting.ts'
import { RecentMap } from '../recent-map.ts'

/** A call of an earlier batch that may have a second report. */
interface Seen extends Pick<ToolReading, 'tool' | 'startMs' | 'endMs' | 'callId'> {
  readonly fromLog: boolean
}

/**
 * Calls that a program tells in spans and in log records which carry no call id: one call has the
 * same tool and was running at the same time. The two get one id, by which they are merged, in
 * whatever order and batches they come. Bounded.
 */
export class LogCallMemory {
  readonly #seen = new RecentMap<RunKey, Seen[]>(2000)
  /** The ids that records and spans got, by their own: sent again, they are told as they were. */
  readonly #told = new RecentMap<string, string | null>(20_000)

  /** The readings with such ids; a record is left out when its span was reported without any. */
  pair(key: RunKey, tools: readonly ToolReading[]): readonly ToolReading[] {
    if (!tools.some(isConcerned)) return tools
    const idOf = ({ spanId }: ToolReading): string => `${key}/${spanId}`
    const concerned = [...new Map(tools.filter(isConcerned).map((tool) => [tool.spanId, tool])).values()]
    const again = new Set(concerned.filter((tool) => this.#told.get(idOf(tool)) !== undefined))
    const fresh = concerned.filter((tool) => !again.has(tool))
    const told = [...this.#pairFresh(key, fresh)]
    for (const tool of fresh) this.#told.set(idOf(tool), null)
    for (const tool of told) this.#told.set(idOf(tool), tool.callId)
    for (const tool of again) {
      const callId = this.#told.get(idOf(tool)) ?? null
      if (callId !== null) told.push(callId === tool.callId ? tool : paired(tool, callId))
      else if (!isLoose(tool)) told.push(tool)
    }
    return [...tools.filter((tool) => !isConcerned(tool)), ...told].sort((a, b) => a.startMs - b.startMs)
  }

  #pairFresh(key: RunKey, tools: readonly ToolReading[]): readonly ToolReading[] {
    const seen = this.#seen.get(key) ?? []
    // Nearly always: spans alone, and no record that waits for one.
    if (!tools.some(isLoose) && !seen.some(({ fromLog }) => fromLog)) {
      this.#remember(key, seen, tools)
      return tools
    }
    const take = (call: ToolReading, fromLog: boolean): Seen | undefined => {
      const index = seen.findIndex((each) => each.fromLog === fromLog && isOneCall(each, call))
      return index === -1 ? undefined : seen.splice(index, 1)[0]
    }
    const calls = tools
      .filter((tool) => !isLoose(tool))
      .map((call) => {
        const callId = hasLooseLogs(call) ? (take(call, true)?.callId ?? null) : null
        return callId === null ? call : paired(call, callId)
      })
    const unpaired = new Set(calls.filter(hasLooseLogs))
    const records: ToolReading[] = []
    for (const record of tools.filter(isLoose)) {
      const beside = [...unpaired].find((call) => isOneCall(call, record))
      const before = beside === undefined ? take(record, false) : undefined
      const callId = beside?.callId ?? before?.callId ?? `log:${record.spanId}`
      if (before?.callId === null) continue
      records.push({ ...record, callId })
      if (beside === undefined && before === undefined) seen.push(seenOf({ ...record, callId }, true))
      if (beside === undefined) continue
      unpaired.delete(beside)
      calls[calls.indexOf(beside)] = paired(beside, callId)
    }
    this.#remember(key, seen, unpaired)
    return records.length === 0 ? calls : [...calls, ...records]
  }

  /** Keeps the calls that may have a record yet to come. */
  #remember(key: RunKey, seen: Seen[], calls: Iterable<ToolReading>): void {
    for (const call of calls) if (hasLooseLogs(call)) seen.push(seenOf(call, false))
    if (seen.length > mostSeen) seen.splice(0, seen.length - mostSeen)
    this.#seen.set(key, seen)
  }
}

function paired(call: ToolReading, callId: string): ToolReading {
  return { ...call, callId, givenId: givenId(call) }
}

const mostSeen = 32

/** Span vocabularies of programs whose log records have no call id. */
const programs: ReadonlySet<string> = new Set(
  logVocabularies.flatMap(({ fields, besideSpans }) =>
    besideSpans === undefined || fields.callId !== undefined ? [] : [besideSpans],
  ),
)

function isConcerned(tool: ToolReading): boolean {
  return isLoose(tool) || hasLooseLogs(tool)
}

function isLoose({ rank, callId }: ToolReading): boolean {
  return rank === 'log' && callId === null
}

function hasLooseLogs({ rank, dialect }: ToolReading): boolean {
  return rank !== 'log' && programs.has(dialect)
}

function isOneCall(
  a: Pick<ToolReading, 'tool' | 'startMs' | 'endMs'> & { readonly args?: ToolReading['args'] },
  b: ToolReading,
): boolean {
  return overlap(a, b) && saysTheSame({ tool: a.tool, args: a.args }, b)
}

function seenOf({ tool, startMs, endMs, callId }: ToolReading, fromLog: boolean): Seen {
  return { tool, startMs, endMs, callId, fromLog }
}
