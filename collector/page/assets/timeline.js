import { repeats } from './colours.js'
import { h } from './dom.js'
import { duration, number, plain } from './format.js'
import { thoughtList } from './thoughts.js'

const silent = new Set(['tick', 'fence', 'amendment'])

/**
 * Steps in the order in which they began, each decision behind the step it followed; for `reconcile`.
 * `thoughts` has what the rules thought by step id, null where nobody asked.
 */
export function timeline(records, decisions, thoughts = null) {
  const steps = merged(records)
  const work = steps.filter(({ kind }) => isWork(kind))
  const context = {
    marks: repeats(steps.flatMap((step) => observed(step) ?? [])),
    startMs: steps[0]?.startedAtMs ?? 0,
    showLane: new Set(work.map(({ lane }) => lane)).size > 1,
    ordinals: new Map(work.map(({ id }, i) => [id, i + 1])),
    thoughts,
  }
  const behind = Map.groupBy(decisions, ({ step }) => step)
  const known = new Set(steps.map(({ id }) => id))
  const entryOf = (decision) => decisionEntry(decision, context)
  const items = steps.flatMap((step) => [
    stepEntry(step, context),
    ...(behind.get(step.id) ?? []).map(entryOf),
  ])
  return [...items, ...decisions.filter(({ step }) => !known.has(step)).map(entryOf)]
}

/** True when some observations of the items are marked as equal. */
export function hasMarks(records) {
  return repeats(merged(records).flatMap((step) => observed(step) ?? [])).size > 0
}

/** Late observations put into the calls they belong to; the observer's own marks left out. */
function merged(records) {
  const late = new Map(
    records.flatMap((each) =>
      each.kind === 'amendment' && each.observation.state !== 'unknown' ? [[each.callId, each]] : [],
    ),
  )
  const recorded = records.some(({ kind, rank }) => kind === 'tool' && ownRecords.has(rank))
  return (
    records
      .filter(({ kind }) => !silent.has(kind))
      // What prompts tell of calls that have records of their own is the same calls once more.
      .filter(({ kind, rank }) => !(recorded && kind === 'tool' && rank === 'prompt'))
      .map((step) => {
        const amendment =
          step.kind === 'tool' && step.observation.state === 'unknown' ? late.get(step.callId) : undefined
        return amendment === undefined
          ? step
          : {
              ...step,
              observation: amendment.observation,
              preview: { ...step.preview, ...given(amendment.preview) },
            }
      })
      .sort((a, b) => a.startedAtMs - b.startedAtMs || a.position - b.position)
  )
}

const ownRecords = new Set(['sdk', 'own_span', 'log'])

function given(preview) {
  return Object.fromEntries(Object.entries(preview ?? {}).filter(([, value]) => value !== null))
}

function isWork(kind) {
  return kind === 'tool' || kind === 'model' || kind === 'check'
}

/** What a call gave, as far as it can equal something: a fingerprint, or that it was empty. */
function observed({ observation }) {
  if (observation === undefined || observation.state === 'unknown') return undefined
  return observation.state === 'known' ? observation.fingerprint : 'empty'
}

function stepEntry(step, context) {
  const { marks, showLane, startMs, ordinals, thoughts } = context
  const shown = [step, marks.get(observed(step)), showLane, startMs, ordinals.get(step.id)]
  return {
    key: `step ${step.id}`,
    mark: JSON.stringify([...shown, thoughts?.get(step.id)]),
    make: () => stepItem(step, context),
  }
}

function stepItem(step, { marks, startMs, showLane, ordinals, thoughts }) {
  const took = step.endedAtMs - step.startedAtMs
  const summary = [
    h('span', { class: 'ordinal' }, String(ordinals.get(step.id) ?? '')),
    h('span', { class: 'at' }, `+${duration(Math.max(0, step.startedAtMs - startMs))}`),
    showLane ? h('span', { class: 'lane', title: 'Lane' }, step.lane) : null,
    h('span', { class: 'name' }, nameOf(step)),
    h('span', { class: 'preview' }, previewOf(step)),
    h('span', { class: 'took' }, isWork(step.kind) ? duration(took) : ''),
    h('span', { class: 'state' }, stateOf(step)),
    h('span', { class: 'same' }, swatch(marks.get(observed(step)))),
  ]
  const properties = { class: `step ${step.kind}`, id: `step-${step.id}`, tabindex: '-1' }
  const thought = thoughtList(thoughts?.get(step.id))
  if (!isWork(step.kind)) return h('li', properties, h('div', { class: 'line' }, summary), thought)
  const opens = h('details', {}, h('summary', { class: 'line' }, summary), details(step))
  return h('li', properties, opens, thought)
}

function nameOf(step) {
  switch (step.kind) {
    case 'tool':
      return step.tool
    case 'model':
      return `model${step.model === null ? '' : ` ${step.model}`}`
    case 'check':
      return `check: ${step.check}`
    case 'user':
      return 'message from the user'
    case 'progress':
      return 'progress reported'
    case 'agent_limit':
      return `the agent's own limit: ${step.limit}`
    case 'naming':
      return `the agent is called ${step.agent}`
    case 'operator':
      return step.act === 'halt' ? 'halted by an operator' : 'resumed by an operator'
    case 'effect':
      return `effect ${step.effect} ${step.act}`
    case 'ack':
      return `decision ${step.seq} ${step.stage}`
    case 'opinion':
      if (step.answerable === null) return `judge model: no opinion (${step.failure})`
      return `judge model: ${step.answerable ? 'can be answered' : 'cannot be answered yet'}`
    case 'outcome':
      return `ended: ${step.outcome}`
    default:
      return step.kind
  }
}

function previewOf(step) {
  if (step.kind === 'operator' || step.kind === 'effect') return step.note ?? ''
  const { args, observation, text } = step.preview ?? {}
  if (!observation) return args ?? text ?? ''
  const arrow = h('span', { class: 'arrow', 'aria-label': 'gave' }, '→')
  return [h('span', { class: 'args' }, args ?? ''), arrow, h('span', { class: 'gave' }, observation)]
}

function stateOf(step) {
  if (step.kind === 'check') {
    return step.failures.length === 0
      ? h('b', { class: 'good' }, 'pass')
      : h('b', { class: 'bad' }, `${number(step.failures.length)} failing`)
  }
  if (step.kind === 'model' && step.tokensOut !== null)
    return `${number((step.tokensIn ?? 0) + step.tokensOut)} tokens`
  if (step.kind !== 'tool') return ''
  if (step.ok === false || step.error !== null)
    return h(
      'b',
      { class: 'bad' },
      'error',
      step.error === null ? null : h('small', {}, ` ${plain(step.error.class)}`),
    )
  if (step.observation.state === 'unknown')
    return h('b', { class: 'dim', title: 'What came back was not captured' }, 'unknown')
  if (step.observation.state === 'empty') return h('b', { class: 'warn' }, 'empty')
  return h('b', { class: 'good' }, 'ok')
}

function swatch(mark) {
  if (mark === undefined) return null
  const title = `The same observation ${mark.count} times`
  return h('span', { class: `swatch hue-${mark.hue}`, title, 'aria-label': title }, mark.letter)
}

function details(step) {
  const { preview, observation, call } = step
  const rows = [
    ['Arguments', preview?.args],
    ['Observation', preview?.observation],
    ['Text', preview?.text],
    ['Call fingerprint', call?.exact],
    ['Observation fingerprint', observation?.fingerprint],
    ['Lines', observation?.lineCount],
    ['Error signature', step.error?.signature],
    ['Lane', step.lane],
    ['Span', step.spanId],
    ['Step', step.id],
  ]
  return h(
    'dl',
    { class: 'details' },
    rows
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, String(value))]),
  )
}

function decisionEntry(decision, context) {
  const ordinals = decision.evidence.steps.map((id) => context.ordinals.get(id))
  return {
    key: `decision ${decision.seq}`,
    mark: JSON.stringify([decision, ordinals, context.showLane]),
    make: () => decisionItem(decision, context),
  }
}

function decisionItem(decision, { ordinals, showLane }) {
  const { seq, action, lane, reason, enforced, message, explanation, evidence, tried } = decision
  const counts = Object.entries(evidence.counts).map(([name, count]) => `${plain(name)} ${number(count)}`)
  const about = [
    `decision ${seq}`,
    ...(showLane ? [`lane ${lane}`] : []),
    ...(enforced ? [] : ['only recorded: the mode forbids acting on it']),
  ]
  const links = evidence.steps.flatMap((id, i) => [i === 0 ? '' : ', ', evidenceLink(id, ordinals.get(id))])
  return h(
    'li',
    { class: `decision ${action}${enforced ? '' : ' recorded'}`, id: `decision-${seq}`, tabindex: '-1' },
    h(
      'p',
      { class: 'verdict' },
      h('b', {}, `${action}: ${plain(reason)}`),
      h('small', {}, ` ${about.join(', ')}`),
    ),
    h('p', {}, explanation),
    h('blockquote', {}, h('small', {}, 'To the model: '), message),
    links.length + counts.length + tried.length === 0
      ? null
      : h(
          'p',
          { class: 'evidence' },
          'Evidence: ',
          links,
          [counts.join(' · '), tried.length > 0 ? `tried ${tried.join(', ')}` : '']
            .filter(Boolean)
            .map((text) => ` · ${text}`),
        ),
  )
}

/** A button, because the address after `#` names the run. */
function evidenceLink(id, ordinal) {
  if (ordinal === undefined) return h('span', { title: id }, 'an earlier step')
  const jump = () => {
    const target = document.getElementById(`step-${id}`)
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }
  return h('button', { type: 'button', class: 'link', title: id, onclick: jump }, `step ${ordinal}`)
}
