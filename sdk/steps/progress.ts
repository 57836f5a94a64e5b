import type { Lane } from '../lane.ts'
import { guarded } from '../log.ts'
import { recordMark } from './mark.ts'
import { toObservable, toText } from './observed-value.ts'
import type { RunState } from '../run-state.ts'

/** Records that a subtask is done; the note is kept among the findings, and never leaves the process by itself. Never throws. */
export function recordProgress(run: RunState, lane: Lane, note: unknown): void {
  guarded(run.settings.onError, 'recording progress', () => record(run, lane, note), undefined)
}

const noteChars = 4000

function record(run: RunState, lane: Lane, note: unknown): void {
  const id = recordMark(run, lane, {
    kind: 'progress',
    name: 'progress',
    attributes: {},
    step: (base) => ({ ...base, kind: 'progress' }),
  })
  run.partial.note(lane.name, id, toText(toObservable(note) ?? '', noteChars))
}
