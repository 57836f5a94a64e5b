import { resolvePolicy, type Policy, type PolicyFile, type RunTraits } from '@loop-observer/rules'

/** The policy in force and those that earlier runs began with. */
export interface PolicyBook {
  /** The policy file in force. */
  readonly current: PolicyFile
  /** The policy for a run: the one of `version`, which the run began with, or the one in force for a new run (null). */
  forRun(traits: RunTraits, version: string | null): Policy
  /** Those of the attributes that routes of the policy in force look at, or undefined when there are none. */
  routeAttributes(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined
  /** Puts another policy file in force for runs that begin from now on. */
  replace(file: PolicyFile): void
}

/**
 * Makes the book. `onUnknownVersion` is told once for each version that this process never read:
 * runs of that version are judged by the policy in force.
 */
export function createPolicyBook(
  file: PolicyFile,
  onUnknownVersion: (version: string) => void = () => undefined,
): PolicyBook {
  let current = file
  const filesByVersion = new Map<string, PolicyFile>()
  const unknown = new Set<string>()
  const resolved = new Map<PolicyFile, Map<string, Policy>>()

  function resolve(from: PolicyFile, traits: RunTraits): Policy {
    const attributes = pick(from, traits.attributes)
    const id = JSON.stringify([traits.source, traits.agent, attributes])
    let policies = resolved.get(from)
    if (policies === undefined || policies.size >= mostResolved) resolved.set(from, (policies = new Map()))
    let policy = policies.get(id)
    if (policy === undefined) {
      policy = resolvePolicy(from, { ...traits, attributes })
      policies.set(id, policy)
      filesByVersion.set(policy.version, from)
    }
    return policy
  }

  function fileOf(version: string): PolicyFile {
    const known = filesByVersion.get(version)
    if (known !== undefined) return known
    if (!unknown.has(version)) {
      unknown.add(version)
      onUnknownVersion(version)
    }
    return current
  }

  return {
    get current() {
      return current
    },
    forRun(traits, version) {
      const latest = resolve(current, traits)
      if (version === null || latest.version === version) return latest
      return resolve(fileOf(version), traits)
    },
    routeAttributes(attributes) {
      const picked = pick(current, attributes)
      return Object.keys(picked).length === 0 ? undefined : picked
    },
    replace(next) {
      current = next
    },
  }
}

/** Resolved policies kept for one file, so that unbounded agent names cost no memory. */
const mostResolved = 1000

function pick(
  file: PolicyFile,
  attributes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const picked: Record<string, string> = {}
  for (const route of file.routes ?? []) {
    for (const key of Object.keys(route.attributes ?? {})) {
      const value = attributes[key]
      if (value !== undefined) picked[key] = value
    }
  }
  return picked
}
