import { writeFileSync } from 'node:fs'
import { rules } from '@loop-observer/rules'
import { defaultPolicyText } from '../collector/config/default-policy.ts'
import { policyJsonSchema } from '../collector/config/policy-json-schema.ts'

/** The files beside this one that are made from the rules, and their text. */
export const policyFiles: Readonly<Record<string, string>> = {
  'policy.yaml': defaultPolicyText(rules),
  'policy.schema.json': `${JSON.stringify(policyJsonSchema(rules), null, 2)}\n`,
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(policyFiles)) {
    writeFileSync(new URL(name, import.meta.url), text)
  }
}
