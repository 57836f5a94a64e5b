import type { Condition, FailureFlag, LimitTest, Source } from './vocabulary.ts'

/** Where a field may stand, in words. */
export function sourceInWords(source: Source): string {
  if (typeof source === 'string') return code(source)
  if ('nameAfter' in source) return `span name after ${code(source.nameAfter.trim())}`
  if ('nameBefore' in source) return `span name before ${code(source.nameBefore)}`
  if ('under' in source) return code(`${source.under}*${source.leaf === undefined ? '' : `.${source.leaf}`}`)
  if ('record' in source) return Object.values(source.record).map(code).join(', ')
  const place =
    'event' in source ? `${code(source.attribute)} of event ${code(source.event)}` : code(source.attribute)
  const at =
    source.path === undefined || source.path.length === 0
      ? place
      : `${place}, in it ${code(source.path.join('.'))}`
  return source.part === undefined ? at : `${at}: ${partsInWords[source.part]}`
}

const partsInWords = { prompt: 'all before the last answer', answer: 'the last answer' } as const

/** Conditions that must all hold, in words. */
export function conditionsInWords(conditions: readonly Condition[]): string {
  return conditions.map(conditionInWords).join(' and ')
}

/** A sign of failure, in words. */
export function failureInWords({ source, is, isNot }: FailureFlag): string {
  const place = sourceInWords(source)
  if (is !== undefined) return `${place} is ${valuesInWords(is)}`
  return isNot === undefined ? place : `${place} is not ${valuesInWords(isNot)}`
}

/** How a limit shows, in words. */
export function limitInWords(test: LimitTest): string {
  if ('exception' in test) return `${code(test.limit)}: exception ${code(test.exception)}`
  if ('message' in test) return `${code(test.limit)}: failure that says ${code(test.message.source)}`
  return `${code(test.limit)}: ${conditionsInWords(test.when)}`
}

function conditionInWords(condition: Condition): string {
  if ('scope' in condition) return `scope ${code(condition.scope)}`
  if ('scopeStarts' in condition) return `scope ${code(`${condition.scopeStarts}…`)}`
  if ('name' in condition) return `name ${code(condition.name)}`
  if ('nameStarts' in condition) return `name ${code(`${condition.nameStarts}…`)}`
  if ('nameEnds' in condition) return `name ${code(`…${condition.nameEnds}`)}`
  if ('spanKind' in condition) return condition.spanKind.map((kind) => spanKinds[kind] ?? kind).join(' or ')
  const key = code(condition.attribute)
  if ('present' in condition) return condition.present ? key : `no ${key}`
  if ('is' in condition) return `${key} is ${valuesInWords(condition.is)}`
  if ('isNot' in condition) return `${key} is not ${valuesInWords(condition.isNot)}`
  if ('starts' in condition) return `${key} is ${code(`${condition.starts}…`)}`
  if ('ends' in condition) return `${key} is ${code(`…${condition.ends}`)}`
  if ('matches' in condition) return `${key} matches ${code(condition.matches.source)}`
  return `${key} contains ${code(condition.contains)}`
}

const spanKinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']

function valuesInWords(values: readonly unknown[]): string {
  return [...new Set(values.map(String))].map(code).join(' or ')
}

function code(text: string): string {
  return `\`${text}\``
}
