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
  const memo = new SpanMemo()
  const uses = attributeUses(tests)
  const all = tests.map((test) => compile(test, memo, uses))
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

function firstMatch(groups: readonly Group[], span: SpanView, memo: SpanMemo): NamedTest | null {
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

function compile(test: NamedTest, memo: SpanMemo, uses: ReadonlyMap<string, number>): Compiled {
  return {
    test,
    scopes: test.when.flatMap(scopeCondition),
    needs: neededAttribute(test, memo, uses),
    conditions: test.when.flatMap((condition) => spanCondition(condition, memo)),
  }
}

/** Of the attributes that must be there the one that most tests ask for: it is read anyway. */
function neededAttribute(test: NamedTest, memo: SpanMemo, uses: ReadonlyMap<string, number>): number {
  const [needed] = test.when
    .filter((condition) => 'attribute' in condition && !('present' in condition && !condition.present))
    .toSorted((a, b) => usesOf(b, uses) - usesOf(a, uses))
  return needed !== undefined && 'attribute' in needed ? memo.slot(needed.attribute) : -1
}

function usesOf(condition: Condition, uses: ReadonlyMap<string, number>): number {
  return 'attribute' in condition ? (uses.get(condition.attribute) ?? 0) : 0
}

function attributeUses(tests: readonly NamedTest[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const { when } of tests) {
    for (const condition of when) {
      if ('attribute' in condition) uses.set(condition.attribute, (uses.get(condition.attribute) ?? 0) + 1)
    }
  }
  return uses
}

function scopeCondition(condition: Condition): readonly ((name: string) => boolean)[] {
  if ('scope' in condition) return [(name) => name === condition.scope]
  return 'scopeStarts' in condition ? [(name) => name.startsWith(condition.scopeStarts)] : []
}

function spanCondition(condition: Condition, memo: SpanMemo): readonly Holds[] {
  if ('scope' in condition || 'scopeStarts' in condition) return []
  if ('name' in condition) return [() => memo.name() === condition.name]
  if ('nameStarts' in condition) return [() => memo.name().startsWith(condition.nameStarts)]
  if ('nameEnds' in condition) return [() => memo.name().endsWith(condition.nameEnds)]
  if ('spanKind' in condition) return [(span) => condition.spanKind.includes(span.kind)]
  const slot = memo.slot(condition.attribute)
  const holds = valueCondition(condition)
  return [() => holds(memo.value(slot))]
}

/** Whether one condition holds for a span: for tests outside the hot path. */
export function conditionHolds(condition: Condition, span: SpanView): boolean {
  if (isOfRecord(condition)) return recordConditionHolds(condition, span)
  const memo = new SpanMemo()
  memo.start(span)
  return spanCondition(condition, memo).every((holds) => holds(span))
}

/** A condition that a log record can meet as well as a span. */
export type RecordCondition = Extract<
  Condition,
  { readonly attribute: string } | { readonly scope: string } | { readonly scopeStarts: string }
>

/** Whether one condition holds for a span or a log record: for tests outside the hot path. */
export function recordConditionHolds(
  condition: RecordCondition,
  record: Pick<SpanView, 'scopeName' | 'attributes'>,
): boolean {
  if ('attribute' in condition) return valueCondition(condition)(record.attributes.get(condition.attribute))
  return scopeCondition(condition).every((holds) => holds(record.scopeName))
}

function isOfRecord(condition: Condition): condition is RecordCondition {
  return 'attribute' in condition || 'scope' in condition || 'scopeStarts' in condition
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
  if ('matches' in condition) return (value) => typeof value === 'string' && condition.matches.test(value)
  return (value) => typeof value === 'string' && value.includes(condition.contains)
}

function isPresent(value: AttributeValue | undefined): boolean {
  return value !== undefined && value !== null
}

/** Name and attributes of the span at hand, decoded when first asked for. */
class SpanMemo {
  readonly #keys: string[] = []
  readonly #values: (AttributeValue | undefined)[] = []
  readonly #readFor: number[] = []
  #span: SpanView | null = null
  #name: string | null = null
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
    this.#name = null
    this.#turn++
  }

  name(): string {
    return (this.#name ??= this.#span?.name ?? '')
  }

  value(slot: number): AttributeValue | undefined {
    if (this.#readFor[slot] === this.#turn) return this.#values[slot]
    const value = this.#span?.attributes.get(this.#keys[slot] ?? '')
    this.#values[slot] = value
    this.#readFor[slot] = this.#turn
    return value
  }
}
