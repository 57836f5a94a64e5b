import type { AmendmentReading, ModelReading, ToolReading } from '../dialects/reading.ts'
import type { RunKey } from '../store/store.ts'
import { isDistinctCallId } from './call-id.ts'
import { answeredCall } from './prompt-call.ts'
import { RecentMap } from '../recent-map.ts'
import type { RequestMemory } from './request-memory.ts'

/** An answer whose call nobody has named yet. */
interface Nameless extends AmendmentReading {
  readonly callId: string
}

/**
 * Tool calls of agents of which only the model calls are instrumented: told by the prompt that answers them,
 * each by the first prompt alone, however often later ones repeat it. Where calls have records of their own,
 * known here or not, the engine counts those.
 */
export class PromptCalls {
  readonly #recorded = new RecentMap<RunKey, true>(20_000)
  /** Answers in prompts that hold new items only (`previous_response_id`), until their request is seen. */
  readonly #nameless = new RecentMap<RunKey, readonly Nameless[]>(500)
  /** Runs whose prompts are captured: what they do not answer was taken out of them. */
  readonly #answering = new RecentMap<RunKey, true>(20_000)
  /** Calls, by run and id, told without an answer: where prompts come apart from their spans, it comes after. */
  readonly #unanswered = new RecentMap<string, true>(10_000)

  /** Remembers who tells the run's calls. */
  note(key: RunKey, tools: readonly ToolReading[], amendments: readonly AmendmentReading[]): void {
    if (tools.some(({ rank }) => rank === 'own_span' || rank === 'sdk' || rank === 'log'))
      this.#recorded.set(key, true)
    if (amendments.length > 0) this.#answering.set(key, true)
  }

  /** True when the run's calls have records of their own. */
  hasRecords(key: RunKey): boolean {
    return this.#recorded.get(key) === true
  }

  /** The call that an answer of a prompt tells; null when it tells none, its call was told before, or its tool is not known yet. */
  callOf(key: RunKey, amendment: AmendmentReading, requests: RequestMemory): ToolReading | null {
    const { prompt, callId } = amendment
    if (prompt === undefined || this.hasRecords(key)) return null
    // An ordinal would name the newest call that has it, not this one.
    if (this.#unanswered.get(`${key}\n${callId}`) === true) return null
    const isDistinct = callId !== null && isDistinctCallId(callId, amendment.tool ?? '')
    const request = prompt.request() ?? (isDistinct ? requests.request(key, callId) : null)
    const tool = request?.tool ?? amendment.tool
    if (tool !== null) return answeredCall(amendment, tool, request)
    if (isDistinct) {
      const held = (this.#nameless.get(key) ?? []).filter((each) => each.callId !== callId)
      this.#nameless.set(key, [...held.slice(1 - mostNameless), { ...amendment, callId }])
    }
    return null
  }

  /** Calls that these model calls ask for, and that a prompt seen before answers. */
  callsNamedBy(key: RunKey, models: readonly ModelReading[]): readonly ToolReading[] {
    const held = this.#nameless.get(key)
    if (held === undefined || this.hasRecords(key)) return []
    return models.flatMap(({ requests = [] }) =>
      requests.flatMap((request) => {
        const answer = held.find(({ callId }) => callId === request.callId)
        const call = answer === undefined ? null : answeredCall(answer, request.tool, request)
        return call === null ? [] : [call]
      }),
    )
  }

  /** Calls that models asked for and went on from, where prompts are not captured: nobody knows what came back. */
  callsWithoutAnswer(
    key: RunKey,
    models: readonly ModelReading[],
    requests: RequestMemory,
  ): readonly ToolReading[] {
    if (models.length === 0 || this.#answering.get(key) === true || this.hasRecords(key)) return []
    const calls = requests.passed(key, models)
    for (const { callId } of calls) if (callId !== null) this.#unanswered.set(`${key}\n${callId}`, true)
    return calls
  }
}

const mostNameless = 16
