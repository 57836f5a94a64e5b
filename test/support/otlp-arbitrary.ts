import fc from 'fast-check'
import type { ModelPair, ModelRequest, ModelSpan, ModelValue } from './otlp-model.ts'

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '__proto__', 'gen_ai.tool.name', 'ÿ', '\u0000', '😀 done'),
)

const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.integer().map(BigInt),
  fc.constantFrom(
    0n,
    -1n,
    2n ** 53n - 1n,
    2n ** 53n,
    1n - 2n ** 53n,
    -(2n ** 53n),
    2n ** 63n - 1n,
    -(2n ** 63n),
  ),
)

const double = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, -0, 0, 5e-324))

const { pair } = fc.letrec<{ value: ModelValue; pair: ModelPair }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ kind: fc.constant('string' as const), value: text }),
    fc.record({ kind: fc.constant('bool' as const), value: fc.boolean() }),
    fc.record({ kind: fc.constant('int' as const), value: int64 }),
    fc.record({ kind: fc.constant('double' as const), value: double }),
    fc.record({ kind: fc.constant('bytes' as const), value: fc.uint8Array({ maxLength: 20 }) }),
    fc.record({ kind: fc.constant('empty' as const) }),
    fc.record({ kind: fc.constant('array' as const), value: fc.array(tie('value'), { maxLength: 4 }) }),
    fc.record({ kind: fc.constant('kvlist' as const), value: fc.array(tie('pair'), { maxLength: 4 }) }),
  ),
  pair: fc.record({ key: text, value: tie('value') }),
}))

const pairs = fc.array(pair, { maxLength: 6 })
const timeNs = fc.bigInt({ min: 0n, max: 2n ** 63n })

function id(sizeBytes: number) {
  return fc
    .uint8Array({ minLength: sizeBytes, maxLength: sizeBytes })
    .filter((bytes) => bytes.some((byte) => byte !== 0))
}

/** A span that can be accepted. */
const spanArbitrary: fc.Arbitrary<ModelSpan> = fc.record({
  traceId: id(16),
  spanId: id(8),
  parentSpanId: fc.option(id(8)),
  traceState: text,
  flags: fc.nat({ max: 0x3ff }),
  name: text,
  kind: fc.nat({ max: 5 }),
  startNs: timeNs,
  endNs: timeNs,
  attributes: pairs,
  events: fc.array(fc.record({ name: text, timeNs, attributes: pairs }), { maxLength: 2 }),
  status: fc.option(fc.record({ code: fc.nat({ max: 2 }), message: text })),
})

/** An export request with spans that can all be accepted. */
export const requestArbitrary: fc.Arbitrary<ModelRequest> = fc.array(
  fc.record({
    attributes: pairs,
    scopes: fc.array(
      fc.record({ name: text, version: text, spans: fc.array(spanArbitrary, { maxLength: 3 }) }),
      { maxLength: 2 },
    ),
  }),
  { maxLength: 2 },
)
