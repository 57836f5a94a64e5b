import { readFileSync } from 'node:fs'
import { presets, reasons, resolvePolicy, rules, runSources } from '@loop-observer/rules'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { readPolicy } from '../../../collector/config/read-policy.ts'
import { readYaml } from '../../../collector/config/yaml-source.ts'
import { policyFiles } from '../../../deploy/policy-files.ts'

const deploy = new URL('../../../deploy/', import.meta.url)

describe('the policy files that are shipped', () => {
  it.each(Object.entries(policyFiles))('%s is what the rules say: npm run policy-files', (name, text) => {
    expect(readFileSync(new URL(name, deploy), 'utf8')).toBe(text)
  })

  it.each(runSources)('policy.yaml is what holds without a file, for %s', (source) => {
    const run = { source, agent: 'billing', attributes: {} }
    const shipped = readPolicy(readFileSync(new URL('policy.yaml', deploy), 'utf8'), 'policy.yaml', rules)
    const { version: _, ...builtin } = resolvePolicy({ digest: 'builtin' }, run)
    const { version: __, ...read } = resolvePolicy(shipped.policy, run)
    expect(read).toEqual(builtin)
  })

  it('policy.yaml spells out every threshold of every rule', () => {
    const shipped = readPolicy(readFileSync(new URL('policy.yaml', deploy), 'utf8'), 'policy.yaml', rules)
    for (const rule of rules) {
      expect(Object.keys(shipped.policy.rules?.[rule.reason]?.settings ?? {})).toEqual(
        Object.keys(rule.settings),
      )
    }
  })

  it('policy.schema.json accepts policy.yaml and refuses a misspelt key', () => {
    const schema = JSON.parse(readFileSync(new URL('policy.schema.json', deploy), 'utf8')) as object
    const validate = new Ajv2020({ strict: false }).compile(schema)
    const shipped = readYaml(readFileSync(new URL('policy.yaml', deploy), 'utf8'), 'policy.yaml')
      .value as object
    expect(validate(shipped)).toBe(true)
    expect(validate({ ...shipped, pressets: 'strict' })).toBe(false)
  })
})

describe('every rule', () => {
  it.each(rules.map((rule) => [rule.reason, rule] as const))(
    '%s has defaults within its own ranges',
    (_, rule) => {
      expect(reasons).toContain(rule.reason)
      for (const spec of Object.values(rule.settings)) {
        for (const preset of presets) {
          expect(spec[preset]).toBeGreaterThanOrEqual(spec.min)
          expect(spec[preset]).toBeLessThanOrEqual(spec.max)
          if (spec.integer) expect(Number.isInteger(spec[preset])).toBe(true)
        }
      }
    },
  )
})
