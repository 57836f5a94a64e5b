import type { Policy, PolicyFile, RunSource } from './policy.ts'

/** What a route may match. */
export interface RunTraits {
  readonly source: RunSource
  readonly agent: string | null
  readonly attributes: Readonly<Record<string, string>>
}

/** The policy for one run: preset, then the file, then the first route that matches. */
export declare function resolvePolicy(file: PolicyFile, run: RunTraits): Policy
