import fc from 'fast-check'
import { errorClasses, type StepFeatures } from '../../../rules/words/features.ts'

const fingerprint = fc.stringMatching(/^[0-9a-f]{32}$/)
const count = fc.nat()
const leaves = fc
  .array(fc.tuple(fc.nat({ max: 0xffffffff }), fc.nat({ max: 0xffffffff })), { maxLength: 16 })
  .map((pairs) => Uint32Array.from(pairs.flat()))
const sketch = fc
  .uniqueArray(fc.nat({ max: 0xffffffff }), { maxLength: 64 })
  .map((all) => Uint32Array.from(all).sort())

/** Features of a call as the extraction makes them. */
export const callFeatures = fc.record({
  exact: fc.option(fingerprint),
  gist: fc.option(fingerprint),
  resource: fc.option(fingerprint),
  leaves,
  writes: fc.option(fc.boolean()),
})

/** An observation in any of its states. */
export const observation = fc.oneof(
  fc.constant({ state: 'unknown' } as const),
  fc.constant({ state: 'empty' } as const),
  fc
    .record({
      state: fc.constant('known' as const),
      fingerprint,
      lines: sketch,
      more: count,
      leaves,
      sizeChars: count,
    })
    .map(({ more, ...known }) => ({
      ...known,
      lineCount: known.lines.length + (known.lines.length === 64 ? more : 0),
    })),
)

/** Features of an error. */
export const errorFeatures = fc.record({ signature: fingerprint, class: fc.constantFrom(...errorClasses) })

/** Features of a text. */
export const textFeatures = fc.record({ fingerprint, shingles: sketch, chantCount: count })

/** Features of a step, any of them absent. */
export const stepFeatures: fc.Arbitrary<StepFeatures> = fc.record(
  { call: callFeatures, observation, error: errorFeatures, text: textFeatures },
  { requiredKeys: [] },
)
