import { PermanentError } from '../../errors/errors.ts'
import type { AttributeValue, AttributeView } from '../span-view.ts'
import { readJsonValue } from './any-value.ts'
import { asArray, asObject, asText, field } from './fields.ts'
import type { DecodeLimits } from '../limits.ts'

/** Attributes out of parsed JSON, decoded all at once: the parser has already paid for them. */
export class JsonAttributes implements AttributeView {
  private readonly pairs: readonly (readonly [string, AttributeValue])[]
  private readonly values: ReadonlyMap<string, AttributeValue>

  /** @param attributes a list of `KeyValue`. Throws PermanentError when it is malformed or beyond a limit. */
  constructor(attributes: unknown, limits: DecodeLimits) {
    const list = asArray(attributes, 'attributes')
    const limit = limits.attributesPerSpan
    if (list.length > limit) {
      throw new PermanentError(
        'bad_request',
        `more than ${limit} attributes (setting \`attributes_per_span\`)`,
      )
    }
    this.pairs = list.map((element) => readPair(element, limits.valueDepth))
    this.values = new Map(this.pairs.toReversed())
  }

  get(key: string): AttributeValue | undefined {
    return this.values.get(key)
  }

  keys(): readonly string[] {
    return this.pairs.map(([key]) => key)
  }

  under(prefix: string): readonly (readonly [string, AttributeValue])[] {
    return this.pairs.flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
    )
  }
}

function readPair(element: unknown, depth: number): readonly [string, AttributeValue] {
  const pair = asObject(element, 'an attribute')
  return [asText(field(pair, 'key'), 'key'), readJsonValue(field(pair, 'value'), depth)]
}
