import type { Answer } from './answers.ts'
import type { Turn } from './messages.ts'
import type { AmendmentReading, ReadingBase, ToolRequest } from './reading.ts'
import { unwrap } from './unwrap.ts'

/**
 * The answers of a prompt, out of their envelopes. `spanId` is that of the model call whose prompt it is;
 * null where it is not certain that these answers are its newest.
 */
export function amendmentsOf(
  base: ReadingBase,
  { answers, requests }: Turn,
  spanId: string | null,
): readonly AmendmentReading[] {
  let asked: readonly (ToolRequest | null)[] | null = null
  const request = (index: number): ToolRequest | null => {
    asked ??= askedFor(answers, requests())
    return asked[index] ?? null
  }
  return answers.flatMap(({ value, failed, ...names }, index) => {
    const isNameless = names.callId === null && names.tool === null
    // Only where each call has its answer does the order tell which.
    const named = isNameless ? (requests().length === answers.length ? request(index) : null) : names
    const { value: observation, failed: failedInside } = unwrap(value)
    if (named === null || observation === undefined) return []
    const { callId, tool } = named
    const amendment: AmendmentReading = {
      ...base,
      kind: 'amendment',
      callId,
      tool,
      observation,
      failed: failed || failedInside,
    }
    if (spanId === null) return [amendment]
    const place = { spanId, index, of: answers.length, isNewest: true }
    const prompt = { ...place, request: () => request(index) }
    return [{ ...amendment, prompt }]
  })
}

/** For each answer the call that it answers: by id, else by the tool's name and order. */
function askedFor(
  answers: readonly Answer[],
  requests: readonly ToolRequest[],
): readonly (ToolRequest | null)[] {
  const left = [...requests]
  return answers.map(({ callId, tool }) => {
    const index = left.findIndex((request) =>
      callId === null || request.callId === null
        ? tool === null || request.tool === tool
        : request.callId === callId,
    )
    return index === -1 ? null : (left.splice(index, 1)[0] ?? null)
  })
}
