import { actText, evidenceLine, explained, helpedClass } from './decision.js'
import { adviceOf } from './advice.js'
import { h } from './dom.js'
import { counted, plain } from './format.js'

/** Messages named at most, the newest. */
const mostMessages = 8

/** The answer to "why": the decision that ended the run or would have, on what evidence, and what to do. */
export function whyPanel({ summary, decisions, limits }, context) {
  const ending = endingOf(summary, decisions)
  if (ending === undefined) return quietPanel(summary, decisions)
  const { reason, enforced, explanation, missing } = ending
  return h(
    'section',
    { class: `panel why ${enforced ? ending.action : 'recorded'}`, 'aria-label': 'Why' },
    h('h2', {}, `${actText(ending)}: ${plain(reason)}`),
    h('p', {}, explained(explanation)),
    missing === '' ? null : h('p', {}, h('b', {}, 'Missing: '), missing),
    evidenceLine(ending, context),
    h('p', { class: 'next' }, h('b', {}, 'What to do: '), adviceFor(ending, { summary, limits })),
  )
}

/** The newest decision that ended the run, else the newest that would have, else nothing. */
function endingOf(summary, decisions) {
  const stops = decisions.filter(({ action }) => action !== 'nudge')
  const standing = stops.findLast(({ seq, enforced }) => enforced && seq > (summary?.resumedSeq ?? 0))
  return standing ?? stops.findLast(({ enforced, seq }) => !enforced && seq > (summary?.resumedSeq ?? 0))
}

function quietPanel(summary, decisions) {
  const [title, text] = quietWords(summary, decisions)
  return h('section', { class: 'panel why quiet', 'aria-label': 'Why' }, h('h2', {}, title), h('p', {}, text))
}

/** Title and text where no decision is shown that ended the run or would have. */
function quietWords(summary, decisions) {
  const { seq = 0, reason = null, limit = null } = summary ?? {}
  const isForgotten = decisions.length === 0 && seq > 0
  if (isForgotten || reason !== null) {
    const title = reason === null ? summary.outcome : `${summary.outcome}: ${plain(reason)}`
    if (isForgotten) return [title, 'What was decided, and on what evidence, is no longer kept.']
    return [title, 'It stopped itself, by a rule of its own; the observer did not end it.']
  }
  if (limit !== null) {
    const text = limitTexts[limit.class] ?? `It was: ${plain(limit.class)}.`
    return [`Met a limit: ${plain(limit.reason)}`, text]
  }
  const told = decisions.filter(({ action }) => action === 'nudge').length
  if (told > 0) {
    const text = `${counted(told, 'nudge')} so far: see below what became of ${told === 1 ? 'it' : 'them'}.`
    return ['Not stopped', text]
  }
  return [
    'Nothing was decided',
    'No rule has spoken about this run. “Why not?” says how far each was from it.',
  ]
}

const limitTexts = {
  repetition: 'It was repeating itself: a higher limit would not have helped.',
  oscillation: 'It was going back and forth: a higher limit would not have helped.',
  exhaustion: 'Nothing new was coming: a higher limit would not have helped.',
  completion: 'It had what it needed and went on: a higher limit would not have helped.',
  genuine_complexity:
    'New results kept coming; whether they served the task is not known. If they did, a higher limit may have helped.',
}

function adviceFor({ reason, enforced, action, handover }, { summary }) {
  if (!enforced) return 'If this stop is right, let the policy act: mode nudge or enforce for this agent.'
  const others = handover?.otherTools ?? []
  const tools = others.length > 0 ? ` Not tried since the last progress: ${others.join(', ')}.` : ''
  if (reason === 'operator') return 'A person stopped it; resume it when the cause is gone.'
  if (reason === 'dependency_down') return 'See that what these calls depend on answers again, then resume.'
  if (reason === 'bar_lowered') return 'Restore the criterion, or retire it yourself; then resume.'
  if (reason === 'agent_limit' || reason.startsWith('budget_')) {
    return summary?.limit?.class === 'genuine_complexity'
      ? 'New results kept coming; see whether they served the task. If so, resume it with a larger limit; if not, change the task.'
      : 'A larger budget would not have helped: change the tools or the task before you resume.'
  }
  if (action === 'escalate') return `A person takes over.${tools}`
  return `Look at the evidence: if it was stuck, change the tools or the task, then resume; if not, say so.${tools}`
}

/** What the model was told and what became of it; null when it was told nothing. */
export function messagesPanel(decisions, context) {
  if (decisions.length === 0) return null
  const shown = decisions.slice(-mostMessages)
  return h(
    'section',
    { class: 'panel messages', 'aria-label': 'Messages to the model' },
    h('h2', {}, 'Messages to the model'),
    shown.length < decisions.length
      ? h('p', { class: 'dim' }, `The newest ${mostMessages} of ${decisions.length}.`)
      : null,
    h(
      'ol',
      {},
      shown.map((decision) => messageLine(decision, context)),
    ),
  )
}

function messageLine(decision, context) {
  const { seq, reason } = decision
  const { told, result, helped } = adviceOf(decision)
  return h(
    'li',
    {},
    h(
      'button',
      { type: 'button', class: 'link', onclick: () => context.reveal(`decision ${seq}`) },
      `${actText(decision)}: ${plain(reason)}`,
    ),
    h('span', { class: 'dim' }, ` ${told}`),
    result === '' ? null : h('span', { class: `result ${helpedClass(helped)}` }, result),
  )
}
