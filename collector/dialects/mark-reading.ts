import { loopAttributes } from '@loop-observer/rules'
import type { AttributeValue, SpanView } from '../receiver/span-view.ts'
import { readBase } from './base.ts'
import { isRecord, parsed, readText } from './fields.ts'
import type { CheckReading, MarkReading, ReadingBase } from './reading.ts'

/** Reads a check, a bar, a user's message or a progress note of our own vocabulary. */
export function readMark(span: SpanView, kind: MarkReading['kind'], dialect: string): MarkReading {
  const base = readBase(span, dialect)
  if (kind === 'check') return readCheck(span, base)
  return kind === 'bar' ? { ...base, kind, bar: readBar(span) ?? {} } : { ...base, kind }
}

function readCheck(span: SpanView, base: ReadingBase): CheckReading {
  return {
    ...base,
    kind: 'check',
    check: readText(span, [loopAttributes.checkName]) ?? 'check',
    failures: readFailures(span.attributes.get(loopAttributes.checkFailures)),
    signatures: readSignatures(span.attributes.get(loopAttributes.checkSignatures)),
    call: readText(span, [loopAttributes.checkCall]),
    bar: readBar(span),
  }
}

const mostFailures = 1000
const mostCriteria = 256

function readFailures(value: AttributeValue | undefined): readonly string[] {
  const lines = value === undefined ? [] : parsed(value)
  if (!Array.isArray(lines)) return typeof lines === 'string' && lines !== '' ? [lines] : []
  return lines.filter((line) => typeof line === 'string').slice(0, mostFailures)
}

/** All or none: a list with a gap would be another multiset. */
function readSignatures(value: AttributeValue | undefined): readonly string[] | null {
  const found = value === undefined ? undefined : parsed(value)
  if (!Array.isArray(found) || found.length > mostFailures) return null
  const signatures = found.filter((each) => typeof each === 'string' && /^[0-9a-f]{32}$/.test(each))
  return signatures.length === found.length ? signatures : null
}

function readBar({ attributes }: SpanView): Readonly<Record<string, string>> | null {
  const value = attributes.get(loopAttributes.checkBar)
  const criteria = value === undefined ? undefined : parsed(value)
  if (!isRecord(criteria)) return null
  const entries = Object.entries(criteria).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(entries.slice(0, mostCriteria))
}
