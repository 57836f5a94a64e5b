import type { StepFeatures } from '../../words/features.ts'
import { numbersToBase64 } from './base64.ts'

/** Version of the packed form. */
export const packVersion = 1

/**
 * The compact text form of features, as a span carries it in `loop.features`: JSON with short keys,
 * sketches as base64. {@link unpackFeatures} reads it.
 */
export function packFeatures(features: StepFeatures): string {
  const { call, observation, error, text } = features
  return JSON.stringify({
    v: packVersion,
    ...(call && {
      call: {
        exact: call.exact,
        gist: call.gist === call.exact ? undefined : call.gist,
        resource: call.resource,
        leaves: numbersToBase64(call.leaves),
        writes: call.writes ?? undefined,
        waits: call.waits,
      },
    }),
    ...(observation && {
      observation:
        observation.state === 'known'
          ? {
              ...observation,
              lines: numbersToBase64(observation.lines),
              leaves: numbersToBase64(observation.leaves),
            }
          : { state: observation.state },
    }),
    ...(error && { error: { signature: error.signature, class: error.class } }),
    ...(text && { text: { ...text, shingles: numbersToBase64(text.shingles) } }),
  })
}
