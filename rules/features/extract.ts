import type {
  CallFeatures,
  ErrorFeatures,
  Fingerprint,
  Observation,
  TextFeatures,
} from '../words/features.ts'
import type { ToolTraits } from '../policy/policy.ts'
import type { Hashing } from './digest.ts'

/** Argument keys that matter for features, from the policy. */
export type FeatureKeys = Pick<ToolTraits, 'resourceKeys' | 'commentKeys'>

/** `args`: a JSON value, or text (JSON in text is recognised); undefined when not captured. */
export declare function callFeatures(
  tool: string,
  args: unknown,
  keys: FeatureKeys,
  hashing: Hashing,
): CallFeatures

/** `observation`: a JSON value or text; undefined when not captured; `''`, null, `[]`, `{}` are empty. */
export declare function observationFeatures(observation: unknown, hashing: Hashing): Observation

/** `text`: the failure in words. */
export declare function errorFeatures(text: string, hashing: Hashing): ErrorFeatures

/** A model's own words. */
export declare function textFeatures(text: string, hashing: Hashing): TextFeatures

/** One signature a failure line, every number masked. */
export declare function failureSignatures(lines: readonly string[], hashing: Hashing): readonly Fingerprint[]
