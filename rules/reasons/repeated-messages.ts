import type { ModelFacts } from '../facts/facts.ts'
import type { Finding } from '../words/decision.ts'
import type { Consideration } from '../words/thought.ts'
import { findingOf } from './finding.ts'
import type { Settings } from './rule.ts'

/** Thresholds of `repetition` for the agent's own words. */
export type MessageThresholds = Settings<'messagesNudgeAt' | 'messagesHaltAt' | 'chantAt'>

/** Says that the agent says the same again, in message after message or within one. */
export function judgeMessage(facts: ModelFacts, settings: MessageThresholds): Finding | null {
  const chants = facts.step.text?.chantCount ?? 0
  const { equalMessages } = facts.lane
  if (chants < settings.chantAt && equalMessages < settings.messagesNudgeAt) return null
  return findingOf(facts, {
    reason: 'repetition',
    strength: equalMessages >= settings.messagesHaltAt ? 'certain' : 'suspect',
    loop: `message:${facts.lane.lastMessage.toString(16)}`,
    counts: { messages: equalMessages, phrases: chants },
  })
}

/** What {@link judgeMessage} saw, and how far it is from its thresholds. */
export function considerMessage({ step, lane }: ModelFacts, settings: MessageThresholds): Consideration {
  const { chantAt, messagesNudgeAt, messagesHaltAt } = settings
  const value = lane.equalMessages
  return {
    gauges: [
      { measure: 'equal_messages', value, nudgeAt: messagesNudgeAt, haltAt: messagesHaltAt },
      // A chant alone is never more than a suspicion.
      { measure: 'chanted_phrases', value: step.text?.chantCount ?? 0, nudgeAt: chantAt, haltAt: null },
    ],
    heldBack: [],
  }
}
