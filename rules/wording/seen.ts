import type { Finding } from '../words/decision.ts'
import type { Reason } from '../words/reason.ts'
import { counted, inBrackets, ofNames } from './counting.ts'
import type { Occasion } from './occasion.ts'

/** One sentence about what was seen, true for a model and for a person alike. It repeats no arguments. */
export function seenText(occasion: Occasion): string {
  return sentences[occasion.finding.reason](occasion)
}

const sentences: Readonly<Record<Reason, (occasion: Occasion) => string>> = {
  repetition: ({ finding }) => repetitionText(finding),
  oscillation: ({ finding }) => oscillationText(finding),
  exhaustion: ({ finding }) => {
    const calls = counted(count(finding, 'calls_without_progress'), 'call')
    return `The last ${calls}, over ${counted(count(finding, 'tools'), 'tool')}${inBrackets(finding.tools)}, found nothing new.`
  },
  no_progress: ({ finding }) =>
    `Recent calls${inBrackets(finding.tools)} returned what was already known: errors met before, empty answers or the same lines.`,
  completion: ({ finding }) => completionText(finding),
  convergence: ({ finding }) =>
    `${verdictText(finding)} (${counted(count(finding, 'passes'), 'pass', 'passes')}${ofNames(finding.tools)}).`,
  livelock: ({ finding }) =>
    `${counted(count(finding, 'failed_checks'), 'check')} in a row failed: this loop does not close the gap. Open: ${counted(count(finding, 'failures'), 'failure')}${ofNames(finding.tools)}.`,
  bar_lowered: ({ finding }) => {
    const criteria = count(finding, 'criteria')
    return `${counted(criteria, 'criterion', 'criteria')} of the bar${inBrackets(finding.tools)} ${criteria === 1 ? 'was' : 'were'} removed or changed. A bar may rise and not fall; this pass does not count.`
  },
  dependency_down: ({ finding }) =>
    `The last ${counted(count(finding, 'failures'), 'failure')}${ofNames(finding.tools)} have one cause: something that these calls depend on does not answer, or refuses.`,
  budget_steps: ({ finding }) => limitText(finding, 'model turn'),
  budget_tool_calls: ({ finding }) => limitText(finding, 'tool call'),
  budget_tokens: ({ finding }) => limitText(finding, 'token'),
  budget_cost: ({ finding }) => limitText(finding, 'US dollar'),
  budget_time: ({ finding }) => limitText(finding, 'second'),
  // All effects that are allowed may be made: only one more is too many.
  budget_effects: ({ finding }) =>
    `The limit of ${counted(count(finding, 'limit'), 'effect')} is passed: ${counted(count(finding, 'used'), 'effect')} so far.`,
  agent_limit: () => "The agent's own framework ended the run at its limit.",
  operator: ({ note }) =>
    note === null || note.trim() === ''
      ? 'A person stopped the run.'
      : sentence(`A person stopped the run: ${note.trim()}`),
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function repetitionText(finding: Finding): string {
  const [messages, phrases] = [count(finding, 'messages'), count(finding, 'phrases')]
  if (phrases >= 2 && messages < 2) return `One phrase occurs ${phrases} times in the last message.`
  if (finding.tools.length === 0)
    return `The same message came ${counted(messages, 'time')} in a row without a call.`
  const [repeats, effects] = [count(finding, 'repeats'), count(finding, 'effects')]
  if (effects > 1) return `The same effect${inBrackets(finding.tools)} was made ${effects} times.`
  const call = `The same call${ofNames(finding.tools)}`
  const answers = count(finding, 'answers')
  if (repeats > 1 && count(finding, 'failed') === repeats) {
    return `${call} failed ${repeats} times${answers > 1 || isBlind(finding) ? '' : ' with the same error'}.`
  }
  const made = `${call} was made ${counted(repeats, 'time')}`
  if (isBlind(finding)) return `${made}; what it brought was not captured.`
  if (count(finding, 'volatile') > 0)
    return `${made}; its answers differ only in values that are another every time.`
  return answers > 1 ? `${made}; its answers differ.` : `${made} without bringing anything new.`
}

function completionText(finding: Finding): string {
  const [messages, opinions] = [count(finding, 'messages'), count(finding, 'opinions')]
  if (messages > 0) return `The same conclusion was stated ${counted(messages, 'time')}.`
  if (opinions > 0)
    return `A judge model that was asked about this run holds that the question can be answered from what was found${opinions > 1 ? `, ${opinions} times in a row` : ''}.`
  return `The check has passed, and ${counted(count(finding, 'calls_after_check'), 'call')} since then changed nothing.`
}

/** Half a round is enough for some thresholds: then the calls have only begun to come round. */
function oscillationText(finding: Finding): string {
  const rounds = count(finding, 'rounds')
  const calls = `${counted(count(finding, 'period'), 'call')}${inBrackets(finding.tools)}`
  if (isBlind(finding)) return `${calls} come round again and again; what they brought was not captured.`
  if (count(finding, 'answers') > 0) return `${calls} come round again and again; their answers differ.`
  return rounds < 2
    ? `${calls} are coming round again and bring nothing new.`
    : `${calls} have come round ${rounds} times and brought nothing new.`
}

/** Where nobody knows what came back, an action was repeated: nothing is said of its result. */
function isBlind(finding: Finding): boolean {
  return count(finding, 'not_captured') > 0
}

function verdictText(finding: Finding): string {
  const failures = count(finding, 'failures')
  const before = count(finding, 'failures_before')
  if (count(finding, 'stuck') > 0) {
    return `The check fails with exactly the same ${failures === 1 ? 'error' : `${failures} errors`} as before`
  }
  if (count(finding, 'oscillating') > 0) return 'The check is back at the errors of two passes ago'
  if (count(finding, 'growing') > 0) return `The errors grow: ${before} before, ${failures} now`
  return `As many errors as before (${failures}), but others: nothing shrinks`
}

function limitText(finding: Finding, unit: string): string {
  return `The limit of ${counted(count(finding, 'limit'), unit)} is reached.`
}

function count(finding: Finding, name: string): number {
  return finding.evidence.counts[name] ?? 0
}
