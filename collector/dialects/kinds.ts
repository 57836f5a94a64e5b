import type { AttributeValue, SpanView } from '../receiver/span-view.ts'
import type { Condition, KindTest } from './vocabulary.ts'

/**
 * Makes one function of an ordered list of tests: the first that matches, or null. Each attribute
 * is read at most once a span, however many tests ask for it.
 */
export function kindFinder(tests: readonly KindTest[]): (span: SpanView) => KindTest | null {
  const memo = new AttributeMemo()
  const compiled = tests.map((test) => test.when.map((condition) => compile(condition, memo)))
  return (span) => {
    memo.start(span)
    for (let index = 0; index < compiled.length; index++) {
      const conditions = compiled[index]
      if (conditions !== undefined && conditions.every((holds) => holds(span))) return tests[index] ?? null
    }
    return null
  }
}

function compile(condition: Condition, memo: AttributeMemo): (span: SpanView) => boolean {
  if ('scope' in condition) return (span) => span.scopeName === condition.scope
  if ('scopeStarts' in condition) return (span) => span.scopeName.startsWith(condition.scopeStarts)
  if ('nameStarts' in condition) return (span) => span.name.startsWith(condition.nameStarts)
  if ('spanKind' in condition) return (span) => condition.spanKind.includes(span.kind)
  const slot = memo.slot(condition.attribute)
  if ('present' in condition) return () => isPresent(memo.value(slot)) === condition.present
  if ('is' in condition) {
    const { is } = condition
    return () => {
      const value = memo.value(slot)
      return value !== undefined && is.includes(value)
    }
  }
  const { test, text } =
    'starts' in condition
      ? { test: startsWith, text: condition.starts }
      : { test: endsWith, text: condition.ends }
  return () => {
    const value = memo.value(slot)
    return typeof value === 'string' && test(value, text)
  }
}

function startsWith(value: string, text: string): boolean {
  return value.startsWith(text)
}

function endsWith(value: string, text: string): boolean {
  return value.endsWith(text)
}

function isPresent(value: AttributeValue | undefined): boolean {
  return value !== undefined && value !== null
}

/** Attributes of the span at hand, read when first asked for. */
class AttributeMemo {
  readonly #keys: string[] = []
  readonly #values: (AttributeValue | undefined)[] = []
  readonly #readFor: number[] = []
  #span: SpanView | null = null
  #turn = 0

  slot(key: string): number {
    const known = this.#keys.indexOf(key)
    if (known !== -1) return known
    this.#readFor.push(0)
    this.#values.push(undefined)
    return this.#keys.push(key) - 1
  }

  start(span: SpanView): void {
    this.#span = span
    this.#turn++
  }

  value(slot: number): AttributeValue | undefined {
    if (this.#readFor[slot] === this.#turn) return this.#values[slot]
    const value = this.#span?.attributes.get(this.#keys[slot] ?? '')
    this.#values[slot] = value
    this.#readFor[slot] = this.#turn
    return value
  }
}
