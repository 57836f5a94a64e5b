import type { AttributeValue, SpanView } from '../receiver/span-view.ts'
import type { Condition, KindTest } from './vocabulary.ts'

/** A test of a vocabulary, and which. */
export interface NamedTest extends KindTest {
  readonly dialect: string
}

/**
 * Makes one function of an ordered list of tests: the first that matches, or null. Each attribute
 * is read at most once a span, however many tests ask for it, and what a scope rules out is not
 * asked on its spans.
 */
export function kindFinder(tests: readonly NamedTest[]): (span: SpanView) => NamedTest | null {
  const memo = new AttributeMemo()
  const all = tests.map((test) => compile(test, memo))
  const byScope = new Map<string, readonly Group[]>()
  return (span) => {
    let groups = byScope.get(span.scopeName)
    if (groups === undefined) {
      groups = grouped(all.filter(({ scopes }) => scopes.every((holds) => holds(span.scopeName))))
      if (byScope.size >= mostScopes) byScope.clear()
      byScope.set(span.scopeName, groups)
    }
    memo.start(span)
    return firstMatch(groups, span, memo)
  }
}

const mostScopes = 512

/** Conditions on the span itself, besides its scope. */
type Holds = (span: SpanView) => boolean

interface Compiled {
  readonly test: NamedTest
  readonly scopes: readonly ((name: string) => boolean)[]
  /** Slot of an attribute that must be there, -1 when there is none such. */
  readonly needs: number
  readonly conditions: readonly Holds[]
}

/** Tests in a row that need the same attribute. */
interface Group {
  readonly needs: number
  readonly tests: readonly Compiled[]
}

function firstMatch(groups: readonly Group[], span: SpanView, memo: AttributeMemo): NamedTest | null {
  for (const { needs, tests } of groups) {
    if (needs >= 0 && memo.value(needs) === undefined) continue
    for (const { test, conditions } of tests) {
      if (conditions.every((holds) => holds(span))) return test
    }
  }
  return null
}

function grouped(tests: readonly Compiled[]): readonly Group[] {
  const groups: { readonly needs: number; readonly tests: Compiled[] }[] = []
  for (const test of tests) {
    const last = groups.at(-1)
    if (last?.needs === test.needs) last.tests.push(test)
    else groups.push({ needs: test.needs, tests: [test] })
  }
  return groups
}

function compile(test: NamedTest, memo: AttributeMemo): Compiled {
  const needed = test.when.find(
    (condition): condition is Extract<Condition, { readonly attribute: string }> =>
      'attribute' in condition && !('present' in condition && !condition.present),
  )
  return {
    test,
    scopes: test.when.flatMap(scopeCondition),
    needs: needed === undefined ? -1 : memo.slot(needed.attribute),
    conditions: test.when.flatMap((condition) => spanCondition(condition, memo)),
  }
}

function scopeCondition(condition: Condition): readonly ((name: string) => boolean)[] {
  if ('scope' in condition) return [(name) => name === condition.scope]
  return 'scopeStarts' in condition ? [(name) => name.startsWith(condition.scopeStarts)] : []
}

function spanCondition(condition: Condition, memo: AttributeMemo): readonly Holds[] {
  if ('scope' in condition || 'scopeStarts' in condition) return []
  if ('name' in condition) return [(span) => span.name === condition.name]
  if ('nameStarts' in condition) return [(span) => span.name.startsWith(condition.nameStarts)]
  if ('nameEnds' in condition) return [(span) => span.name.endsWith(condition.nameEnds)]
  if ('spanKind' in condition) return [(span) => condition.spanKind.includes(span.kind)]
  const slot = memo.slot(condition.attribute)
  const holds = valueCondition(condition)
  return [() => holds(memo.value(slot))]
}

/** Whether one condition holds for a span: for tests outside the hot path. */
export function conditionHolds(condition: Condition, span: SpanView): boolean {
  if (scopeCondition(condition).some((holds) => !holds(span.scopeName))) return false
  if ('attribute' in condition) return valueCondition(condition)(span.attributes.get(condition.attribute))
  return spanCondition(condition, new AttributeMemo()).every((holds) => holds(span))
}

/** What a condition on an attribute says of its value. */
function valueCondition(
  condition: Extract<Condition, { readonly attribute: string }>,
): (value: AttributeValue | undefined) => boolean {
  if ('present' in condition) return (value) => isPresent(value) === condition.present
  if ('is' in condition) return (value) => value !== undefined && condition.is.includes(value)
  if ('isNot' in condition)
    return (value) => value !== undefined && value !== null && !condition.isNot.includes(value)
  if ('starts' in condition) return (value) => typeof value === 'string' && value.startsWith(condition.starts)
  if ('ends' in condition) return (value) => typeof value === 'string' && value.endsWith(condition.ends)
  return (value) => typeof value === 'string' && value.includes(condition.contains)
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
