import type {
  CallFeatures,
  ErrorFeatures,
  Observation,
  StepFeatures,
  TextFeatures,
} from '../words/features.ts'
import { packFeatures } from './pack/pack.ts'
import { unpackFeatures } from './pack/unpack.ts'

/** What a tool step's features say, as they travel in `loop.features`. */
export interface ToolFeatures {
  readonly call: CallFeatures
  readonly observation: Observation
  /** Null when the call did not fail, or failed without any text. */
  readonly error: ErrorFeatures | null
}

/** {@link packFeatures} of a tool step. */
export function packToolFeatures({ call, observation, error }: ToolFeatures): string {
  return packFeatures({ call, observation, ...(error !== null && { error }) })
}

/** The reverse of {@link packToolFeatures}. Null for anything that it did not make. */
export function unpackToolFeatures(text: string): ToolFeatures | null {
  const { call, observation, error } = unpacked(text) ?? {}
  return call === undefined || observation === undefined ? null : { call, observation, error: error ?? null }
}

/** {@link packFeatures} of a model step's text. */
export function packTextFeatures(text: TextFeatures): string {
  return packFeatures({ text })
}

/** The reverse of {@link packTextFeatures}. Null for anything that it did not make. */
export function unpackTextFeatures(text: string): TextFeatures | null {
  return unpacked(text)?.text ?? null
}

function unpacked(text: string): StepFeatures | null {
  try {
    return unpackFeatures(text)
  } catch {
    return null
  }
}
