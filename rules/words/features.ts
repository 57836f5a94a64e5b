/** Keyed 128-bit hash of a canonical, volatility-masked value: 32 lowercase hex digits. */
export type Fingerprint = string

/** What is extracted once from a tool call's arguments. Rules see this, never the arguments. */
export interface CallFeatures {
  /** Tool name and canonical, masked arguments. Null when the arguments were not captured. */
  readonly exact: Fingerprint | null
  /** As `exact`, without comment-like arguments (`description`, `reason`, `task_progress`, …). */
  readonly gist: Fingerprint | null
  /** What the call is about (path, URL, table, page), from the policy's resource keys. Null when it names none. */
  readonly resource: Fingerprint | null
  /**
   * Leaves of the arguments: pairs of 32-bit hashes (path, masked value), at most 16 pairs, in path order.
   * `isWording` tells of a value whether it is a text of several words.
   */
  readonly leaves: Uint32Array
  /**
   * True when the arguments themselves say that the call changes something (a shell command that
   * writes, an SQL statement that updates), false when they name an act that only looks, else null.
   */
  readonly writes: boolean | null
  /** True when the arguments say that the call waits before it looks (`sleep 60 && gh run view`, `--watch`); absent when not. */
  readonly waits?: true
}

/**
 * What came back from a call. *Unknown* (not captured) equals nothing, not even itself;
 * *empty* is an answer and equals itself.
 */
export type Observation =
  | { readonly state: 'unknown' }
  | { readonly state: 'empty' }
  | {
      readonly state: 'known'
      /** Of the canonical, masked text or JSON. */
      readonly fingerprint: Fingerprint
      /** Distinct normalised, masked lines as 32-bit hashes: the 64 smallest of them, ascending. */
      readonly lines: Uint32Array
      /** Distinct lines before the sketch was cut to 64. */
      readonly lineCount: number
      /**
       * Leaves of a JSON observation: pairs of 32-bit hashes (path, masked value), at most 16 pairs; of a short text the
       * lines with numbers likewise. `numberMoved` tells of two values of one path how far the number in them went.
       */
      readonly leaves: Uint32Array
      /** Length in UTF-16 code units, before masking. */
      readonly sizeChars: number
    }

/** What kind of failure an error is; `transient` ones (503, timeout) deserve a retry. */
export const errorClasses = [
  'transient',
  'connection',
  'quota',
  'auth',
  'denied',
  'not_found',
  'invalid_arguments',
  'unknown_tool',
  'other',
] as const

/** One of {@link errorClasses}. */
export type ErrorClass = (typeof errorClasses)[number]

/** An error reduced to what identifies it: numbers, paths and quoted text masked. */
export interface ErrorFeatures {
  readonly signature: Fingerprint
  readonly class: ErrorClass
}

/** What is extracted once from a model's own text. */
export interface TextFeatures {
  /** Of the normalised text. */
  readonly fingerprint: Fingerprint
  /** Word 3-shingles as 32-bit hashes: the 64 smallest of them, ascending. For near-duplicate texts. */
  readonly shingles: Uint32Array
  /** How often the most repeated phrase occurs, outside code, tables and lists. 0 or 1 is ordinary text. */
  readonly chantCount: number
}

/** Features of one step, as one process hands them to another; what the step does not have is absent. */
export interface StepFeatures {
  readonly call?: CallFeatures
  readonly observation?: Observation
  readonly error?: ErrorFeatures
  readonly text?: TextFeatures
}
