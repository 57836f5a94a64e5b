import { maskSecrets } from '@loop-observer/rules'
import type {
  AmendmentReading,
  ModelReading,
  OutcomeReading,
  Reading,
  ToolReading,
} from '../../dialects/reading.ts'
import type { AttributeValue } from '../../receiver/span-view.ts'
import { oneLine } from '../one-line.ts'

/** What a reading says, on one line. */
export function stepInWords(reading: Reading): string {
  switch (reading.kind) {
    case 'tool':
      return toolInWords(reading)
    case 'model':
      return modelInWords(reading)
    case 'amendment':
      return answerInWords(reading)
    case 'outcome':
      return outcomeInWords(reading)
    case 'agent_limit':
      return `limit of the agent's own: ${reading.limit}`
    case 'naming':
      return `name of the agent: ${reading.agent ?? reading.actor ?? '?'}`
    case 'end':
      return `end of the run: ${reading.outcome}`
    case 'check':
    case 'bar':
    case 'user':
    case 'progress':
      return reading.kind
  }
}

/** A value on one line of at most 100 characters, secrets masked. */
export function shown(value: AttributeValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return oneLine(maskSecrets(text.slice(0, longest * 2)), longest)
}

const longest = 100

function toolInWords({ tool, args, observation, failed, errorText }: ToolReading): string {
  const called = args === undefined ? 'arguments not captured' : shown(args)
  const result = observation === undefined ? 'result not captured' : shown(observation)
  const ended =
    failed === true ? `failed: ${errorText ?? 'no words'}` : failed === false ? 'ok' : 'unknown end'
  return `tool ${tool}(${called}) → ${result}, ${ended}`
}

function modelInWords({ model, tokensIn, tokensOut, requests = [] }: ModelReading): string {
  const asks = requests.length === 0 ? '' : `, asks for ${requests.map(({ tool }) => tool).join(', ')}`
  return `model ${model ?? 'unnamed'}, ${tokensIn ?? '?'} tokens in, ${tokensOut ?? '?'} out${asks}`
}

function answerInWords({ callId, tool, observation, failed }: AmendmentReading): string {
  return `answer to ${callId ?? tool ?? '?'}: ${shown(observation)}${failed ? ', failed' : ''}`
}

function outcomeInWords({ parentSpanId, failed, errorText }: OutcomeReading): string {
  return `outcome of ${parentSpanId ?? '?'}: ${failed === true ? `failed: ${errorText ?? 'no words'}` : 'no failure'}`
}
