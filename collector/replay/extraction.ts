import { resolvePolicy, type PolicyFile } from '@loop-observer/rules'
import { hashing } from '../binding/hashing.ts'
import type { Extraction } from './recorded-steps.ts'

/** How the content of an agent's recorded runs becomes features under a policy: plain fingerprints, without a key. */
export function extractionFor(agent: string | null | undefined, file: PolicyFile): Extraction {
  const { tools } = resolvePolicy(file, { source: 'replay', agent: agent ?? null, attributes: {} })
  return { hashing: hashing(), keys: tools }
}
