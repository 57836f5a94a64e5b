import { oneLine } from '../one-line.ts'
import { counted } from '@loop-observer/rules'
import { styleText } from 'node:util'
import { table, type Column } from '../table.ts'
import type { StepShown, TimelineLine } from './timeline.ts'

/** A line of a timeline with its number, or a gap of so many lines. */
type Row = { readonly line: TimelineLine; readonly number: number } | { readonly leftOut: number }

/** How a timeline is shown. */
export interface TimelineStyle {
  /** Colours: equal letters alike, failures red. */
  readonly human: boolean
  /** Numbers of lines that are shown whatever is left out; null shows every line. */
  readonly around: ReadonlySet<number> | null
}

/** Lines shown at both ends, and on both sides of what is told of. */
const margin = 8
/** Up to so many lines nothing is left out. */
const fewLines = 120

/** Columns of a terminal that the table fits in, as far as what it holds allows it. */
const mostColumns = 120
const fewestChars = 24
const mostChars = 60

/** The lines as a table, equal calls and observations under equal letters. */
export function timelineTable(lines: readonly TimelineLine[], { human, around }: TimelineStyle): string {
  const firstMs = lines[0]?.step.startedAtMs ?? 0
  const lanes = new Set(lines.map(({ step }) => step.lane))
  const marks = lines.map(({ decisions }) => decisions.map(markText).join(' '))
  const most = (texts: Iterable<string>): number => Math.max(0, ...[...texts].map(({ length }) => length))
  const lane = lanes.size > 1 ? Math.max(4, most(lanes)) + 2 : 0
  const left = mostColumns - 26 - lane - most(marks) - 2
  const stepChars = Math.min(mostChars, Math.max(fewestChars, Math.ceil(left * 0.55)))
  const answerChars = Math.min(mostChars, Math.max(fewestChars, left - 2 - stepChars))
  const columns: readonly Column<Row>[] = [
    { heading: '#', cell: (row) => ('line' in row ? String(row.number) : '…'), right: true },
    {
      heading: 'AT',
      cell: ofLine(({ step }) => `+${((step.startedAtMs - firstMs) / 1000).toFixed(1)}s`),
      right: true,
      style: dim,
    },
    ...(lanes.size > 1 ? [{ heading: 'LANE', cell: ofLine(({ step }) => step.lane), style: dim }] : []),
    { heading: 'CALL', cell: ofLine(({ call }) => call), style: letterStyle },
    { heading: 'OBS', cell: ofLine(({ answer }) => answer), style: letterStyle },
    {
      heading: 'STEP',
      cell: (row) =>
        'line' in row
          ? oneLine(stepText(row.line.step), stepChars)
          : `${counted(row.leftOut, 'step')} left out (--all)`,
    },
    {
      heading: 'CAME BACK',
      cell: ofLine(({ step }) => oneLine(answerText(step), answerChars)),
      style: answerStyle,
    },
    {
      heading: '',
      cell: ofLine(({ decisions }) => decisions.map(markText).join(' ')),
      style: (text) => styleText(['bold', 'yellow'], text),
    },
  ]
  return table(rowsOf(lines, around), columns, human)
}

function rowsOf(lines: readonly TimelineLine[], around: TimelineStyle['around']): readonly Row[] {
  const numbered = lines.map((line, index) => ({ line, number: index + 1 }))
  if (around === null || lines.length <= fewLines) return numbered
  const kept = new Set<number>()
  for (const place of [1, lines.length, ...around])
    for (let number = place - margin; number <= place + margin; number++) kept.add(number)
  const rows: Row[] = []
  let leftOut = 0
  for (const row of numbered) {
    if (!kept.has(row.number)) {
      leftOut++
      continue
    }
    if (leftOut > 0) rows.push({ leftOut })
    leftOut = 0
    rows.push(row)
  }
  return rows
}

function ofLine(cell: (line: TimelineLine) => string): (row: Row) => string {
  return (row) => ('line' in row ? cell(row.line) : '')
}

const letterColours = ['cyan', 'magenta', 'green', 'blue', 'yellow', 'red'] as const

function letterStyle(text: string): string {
  const code = text.trim().toLowerCase().charCodeAt(0)
  const colour = letterColours[(code - 97) % letterColours.length]
  return Number.isNaN(code) || colour === undefined ? text : styleText(['bold', colour], text)
}

function answerStyle(text: string, row: Row): string {
  return 'line' in row && hasFailed(row.line.step) ? styleText('red', text) : text
}

function hasFailed(step: StepShown): boolean {
  return step.kind === 'tool' && (step.ok === false || step.error !== null)
}

function dim(text: string): string {
  return styleText('dim', text)
}

function markText({ action, reason, enforced }: TimelineLine['decisions'][number]): string {
  return `◀ ${action}: ${reason}${enforced ? '' : ' (only recorded)'}`
}

function stepText(step: StepShown): string {
  if (step.kind === 'tool')
    return `${step.tool}(${step.preview?.args ?? (step.call.gist === null ? 'arguments not captured' : '…')})`
  if (step.kind === 'model')
    return `model ${step.model ?? ''}${step.preview?.text == null ? '' : `: ${step.preview.text}`}`
  if (step.kind === 'check') return `check ${step.check}: ${counted(step.failures.length, 'failure')}`
  if (step.kind === 'bar') return barText(step)
  if (step.kind === 'effect')
    return `effect ${step.effect} ${step.act}${step.note === null ? '' : `: ${step.note}`}`
  if (step.kind === 'agent_limit') return `limit of the framework: ${step.limit}`
  if (step.kind === 'operator') return `a person: ${step.act}${step.note === null ? '' : ` (${step.note})`}`
  if (step.kind === 'opinion') return opinionText(step)
  if (step.kind === 'outcome') return `ended: ${step.outcome}: ${step.preview?.text ?? 'nobody says why'}`
  return step.kind
}

function opinionText({ answerable, failure }: Extract<StepShown, { kind: 'opinion' }>): string {
  if (answerable === null) return `judge model: no opinion (${failure ?? 'unknown'})`
  return `judge model: ${answerable ? 'can be answered' : 'cannot be answered yet'}`
}

function barText({ bar, inherited = [], retired = [] }: Extract<StepShown, { kind: 'bar' }>): string {
  const held = [...Object.keys(bar), ...inherited.map((name) => `${name} (of the parent)`)]
  return [
    ...(held.length > 0 ? [`bar: ${held.join(', ')}`] : []),
    ...(retired.length > 0 ? [`a person retired ${retired.join(', ')}`] : []),
  ].join('; ')
}

/** In what words it said that there is nothing: they may tell why. */
function emptyText({ preview }: StepShown): string {
  const words = preview?.observation?.trim() ?? ''
  return /\w{2}/.test(words) && words !== 'null' ? `empty: ${words}` : 'empty'
}

function answerText(step: StepShown): string {
  if (step.kind !== 'tool') return ''
  const failed = hasFailed(step) ? `failed${step.error === null ? '' : ` (${step.error.class})`} ` : ''
  if (step.observation.state === 'unknown' && step.resultSize !== undefined)
    return `${failed}not captured, size ${step.resultSize}`
  if (step.observation.state === 'empty') return `${failed}${emptyText(step)}`
  if (step.observation.state === 'unknown') return failed === '' ? 'not captured' : failed.trim()
  return `${failed}${step.preview?.observation ?? counted(step.observation.lineCount, 'line')}`
}
