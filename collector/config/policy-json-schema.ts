import type { Rule } from '@loop-observer/rules'
import { z } from 'zod'
import { policySchema } from './policy-schema.ts'
import type { Path } from './yaml-source.ts'

/** The part of JSON Schema (draft 2020-12) that is used here. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** The policy file as JSON Schema, for editors; deploy/policy.schema.json is its text. */
export function policyJsonSchema(rules: readonly Rule[]): Readonly<Record<string, unknown>> {
  return {
    ...z.toJSONSchema(policySchema(rules), { io: 'input' }),
    title: 'loop-observer policy',
    description: 'What an agent run may do before it is nudged or halted. Everything may be left out.',
  }
}

/** The keys that a place in the policy file knows. */
export function knownKeys(rules: readonly Rule[]): (path: Path) => readonly string[] {
  const root = z.toJSONSchema(policySchema(rules), { io: 'input' }) as Schema
  return (path) => {
    let places: readonly Schema[] = [root]
    for (const part of path) {
      places = places
        .flatMap(branches)
        .map((place) => (typeof part === 'number' ? place.items : place.properties?.[part]))
        .filter((place) => place !== undefined)
    }
    return places.flatMap(branches).flatMap((place) => Object.keys(place.properties ?? {}))
  }
}

function branches(schema: Schema): readonly Schema[] {
  return [schema, ...(schema.anyOf ?? [])]
}
