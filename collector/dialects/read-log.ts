import type { LogView } from '../receiver/log-view.ts'
import { recordConditionHolds } from './kinds.ts'
import { eventNamesOf, holderOf } from './log-holder.ts'
import { readLogAnswer, readLogBase, readLogModel, readLogTool, readLogUser } from './log-reading.ts'
import { logVocabularies } from './log-vocabulary-list.ts'
import type { LogFields, LogTest, LogVocabulary } from './log-vocabulary.ts'
import type { Reading } from './reading.ts'

/** What a reader tells besides readings, for metrics and `doctor`. */
export interface LogNotices {
  /** `unknown`: no vocabulary has it. `no_run`: it names neither a trace nor a conversation. */
  readonly onUnread?: (reason: 'unknown' | 'no_run', log: LogView) => void
  /** A record that could not be read; it is left out. */
  readonly onFault?: (error: unknown, log: LogView) => void
}

/** Reads one log record: zero or more readings. Never throws. */
export type LogReader = (log: LogView) => readonly Reading[]

/** Makes the reader of all vocabularies of log records. */
export function logReader(notices: LogNotices = {}): LogReader {
  return (log) => {
    try {
      const known = find(log)
      if (known === null) {
        notices.onUnread?.('unknown', log)
        return nothing
      }
      return known.test.kind === 'ignore' ? nothing : readKnown(log, known, notices)
    } catch (error) {
      notices.onFault?.(error, log)
      return nothing
    }
  }
}

const nothing: readonly Reading[] = []

interface Known {
  readonly test: LogTest
  readonly fields: Required<LogFields>
  readonly dialect: string
}

const noFields: Required<LogFields> = {
  toolName: [],
  callId: [],
  toolArguments: [],
  toolObservation: [],
  resultSize: [],
  success: [],
  failureText: [],
  failureType: [],
  durationMs: [],
  modelName: [],
  tokensIn: [],
  tokensOut: [],
  costUsd: [],
  modelText: [],
  modelRequests: [],
  modelInput: [],
  session: [],
  agentName: [],
  subAgent: [],
  actorName: [],
}

const testsByEvent: ReadonlyMap<string, readonly Known[]> = Map.groupBy(
  logVocabularies.flatMap(knownOf),
  ({ test }) => test.event,
)

function knownOf({ name, tests, fields }: LogVocabulary): readonly Known[] {
  return tests.map((test) => ({ test, dialect: name, fields: { ...noFields, ...fields, ...test.fields } }))
}

function find(log: LogView): Known | null {
  for (const name of eventNamesOf(log)) {
    const tests = testsByEvent.get(name) ?? []
    const known = tests.find(({ test }) => (test.when ?? []).every((each) => recordConditionHolds(each, log)))
    if (known !== undefined) return known
  }
  return null
}

function readKnown(log: LogView, { test, fields, dialect }: Known, notices: LogNotices): readonly Reading[] {
  const readable = { log, holder: holderOf(log), fields, dialect }
  const base = readLogBase(readable)
  if (base === null) {
    notices.onUnread?.('no_run', log)
    return nothing
  }
  switch (test.kind) {
    case 'tool': {
      const tool = readLogTool(base, readable)
      return tool === null ? nothing : [tool]
    }
    case 'model':
      return readLogModel(base, readable, true)
    case 'model_content':
      return readLogModel(base, readable, false)
    case 'answer':
      return readLogAnswer(base, readable)
    case 'user':
      return [readLogUser(base)]
    case 'ignore':
      return nothing
  }
}
