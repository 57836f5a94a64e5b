import type { Finding } from '../words/decision.ts'
import type { Reason } from '../words/reason.ts'
import type { Occasion } from './occasion.ts'

/** What the model should do now: after a nudge go on otherwise, after a halt or an escalation give what it has. */
export function nextAction({ action, finding }: Occasion): string {
  if (action === 'nudge') return afterNudge[finding.reason] ?? afterRepeats(finding) ?? nameWhatIsNew
  if (action === 'escalate') {
    return 'The run is handed over to a person. Summarise what you found and what stands open; make no further calls.'
  }
  const whose = finding.loop === '' ? 'The run' : 'This line of work'
  return `${whose} ends here. Make no further calls: give the answer that your findings support and name what is missing.`
}

const nameWhatIsNew =
  'Before the next call, say what new information it should bring. If you cannot name any, do something different in kind, or answer now with what you have and say what is missing.'

/** What to do instead of saying, trying or doing the same again. */
function afterRepeats({ reason, evidence: { counts } }: Finding): string | null {
  const { messages = 0, phrases = 0, effects = 0, failed = 0, repeats = 0 } = counts
  if (reason !== 'repetition') return null
  if (messages > 0 || phrases > 0)
    return 'Do not write it again. Make the call that comes next, or answer now with what you have and say what is missing.'
  if (effects > 1)
    return 'What is done need not be done again. Go on with what is left, or give your answer; if it was meant to happen more than once, say who asked for that before the next call.'
  if (failed > 0 && failed === repeats)
    return 'Made again at once and unchanged, it will hardly fare better. Say what the error asks for, and change the arguments or take another way; if there is none, answer now with what you have and say what is missing.'
  return null
}

const afterNudge: Readonly<Partial<Record<Reason, string>>> = {
  exhaustion:
    'The answer may not be available here. Say which source you have not consulted yet and why it would hold it; if there is none, answer now with what you have and name what is missing.',
  completion: 'If nothing is missing, give your answer now. If something is, name it before the next call.',
  convergence:
    'Do not repeat the last fix. Say which cause explains the errors that are left and what else would show it; if you cannot, stop and name the open errors.',
  dependency_down:
    'Another call of the same kind will meet the same cause. Go on with what does not depend on it, or answer now with what you have and name what could not be reached.',
  oscillation:
    'Going round once more will not bring more. Where the answers disagree, decide which one holds and why; else say what would break the circle and which other call could show it. If neither can be done, answer now with what you have and say what is missing.',
}
