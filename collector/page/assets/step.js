import { h } from './dom.js'
import { dateTime, duration, number, plain } from './format.js'
import { isFailed, isWork, observed } from './steps.js'
import { thoughtList } from './thoughts.js'

/** A step as an item of the timeline. What it holds is made when it is opened. */
export function stepItem(step, context) {
  const { marks, startMs, showLane, ordinals, thoughts } = context
  const mark = marks.get(observed(step))
  const summary = [
    h('span', { class: 'ordinal' }, String(ordinals.get(step.id) ?? '')),
    h('span', { class: 'at' }, `+${duration(Math.max(0, step.startedAtMs - startMs))}`),
    showLane ? h('span', { class: 'lane', title: 'Lane' }, step.lane) : null,
    h('span', { class: 'name' }, nameOf(step)),
    h('span', { class: 'preview' }, previewOf(step)),
    h('span', { class: 'took' }, isWork(step) ? duration(step.endedAtMs - step.startedAtMs) : ''),
    h('span', { class: 'state' }, stateOf(step)),
    h('span', { class: 'same' }, swatch(mark)),
  ]
  const failed = isFailed(step) ? ' failed' : ''
  const marked = mark === undefined ? '' : ` marked hue-${mark.hue}`
  const properties = {
    class: `step ${step.kind}${failed}${marked}`,
    tabindex: '-1',
    'data-key': `step ${step.id}`,
  }
  const thought = thoughtList(thoughts?.get(step.id))
  if (!isWork(step)) return h('li', properties, h('div', { class: 'line' }, summary), thought)
  const opened = h('details', {}, h('summary', { class: 'line' }, summary))
  opened.addEventListener('toggle', () => {
    if (opened.open && opened.children.length === 1) opened.append(details(step, context))
  })
  return h('li', properties, opened, thought)
}

/** What a step is called. */
export function nameOf(step) {
  switch (step.kind) {
    case 'tool':
      return step.tool
    case 'model':
      return `model${step.model === null ? '' : ` ${step.model}`}`
    case 'check':
      return `check: ${step.check}`
    case 'bar':
      return 'bar'
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
      return outcomeText(step)
    default:
      return step.kind
  }
}

function outcomeText({ outcome, correct }) {
  return `ended: ${outcome}${correct === null ? '' : correct ? ', marked right' : ', marked wrong'}`
}

function previewOf(step) {
  if (step.kind === 'operator' || step.kind === 'effect') return step.note ?? ''
  if (step.kind === 'bar') return barText(step)
  const { args, observation, text } = step.preview ?? {}
  if (!observation) return args ?? text ?? ''
  const arrow = h('span', { class: 'arrow', 'aria-label': 'gave' }, '→')
  return [h('span', { class: 'args' }, args ?? ''), arrow, h('span', { class: 'gave' }, observation)]
}

function barText({ bar, inherited = [], retired = [] }) {
  const held = [...Object.keys(bar), ...inherited]
  return [held.join(', '), ...(retired.length > 0 ? [`retired: ${retired.join(', ')}`] : [])].join(' · ')
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
  if (isFailed(step))
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

/** Equal steps named at most. */
const mostEquals = 24

function details(step, context) {
  const { preview, observation, call } = step
  const rows = [
    ['Arguments', preview?.args],
    ['Observation', preview?.observation],
    ['Text', preview?.text],
    ['Failing', step.kind === 'check' && step.failures.length > 0 ? step.failures.join('\n') : null],
    ['The same came back from', equalLinks(step, context)],
    ['Began', dateTime(step.startedAtMs)],
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
      .flatMap(([name, value]) => [
        h('dt', {}, name),
        h('dd', {}, Array.isArray(value) ? value : String(value)),
      ]),
  )
}

function equalLinks(step, { marks, equals, ordinals, reveal }) {
  if (!marks.has(observed(step))) return null
  const others = (equals.get(observed(step)) ?? []).filter(({ id }) => id !== step.id)
  const links = others.slice(0, mostEquals).map(({ id }) => stepLink(id, ordinals, reveal))
  const more = others.length > mostEquals ? [` and ${number(others.length - mostEquals)} more`] : []
  return [...links.flatMap((link, i) => (i === 0 ? [link] : [', ', link])), ...more]
}

/** A button that jumps to a step, because the address after `#` names the run. */
export function stepLink(id, ordinals, reveal) {
  const ordinal = ordinals.get(id)
  if (ordinal === undefined) return h('span', { title: id }, 'an earlier step')
  const jump = () => reveal(`step ${id}`)
  return h('button', { type: 'button', class: 'link', title: id, onclick: jump }, `step ${ordinal}`)
}
