import { existsSync, readFileSync } from 'node:fs'
import { builtinPolicy, presets, rules, type PolicyFile } from '@loop-observer/rules'
import { didYouMean } from '../config/nearest.ts'
import { readPolicy } from '../config/read-policy.ts'
import { UsageError, type Flag, type Invocation } from './command.ts'
import { wordOf } from './flag-value.ts'

/** Flags of every command that judges recorded runs. */
export const policyFlags: Readonly<Record<string, Flag>> = {
  policy: { value: 'FILE', about: 'Policy file.' },
  preset: { value: 'NAME', about: `One of ${presets.join(', ')}; goes before the policy's own.` },
}

/** The policy that `--policy` and `--preset` name. Throws UsageError when the file is wrong. */
export function chosenPolicy(invocation: Invocation): PolicyFile {
  const preset = wordOf(invocation, 'preset', presets)
  const path = invocation.flags['policy']
  const policy = path === undefined ? builtinPolicy : policyFile(path)
  return preset === undefined ? policy : { ...policy, preset }
}

/** A policy by the name of a preset, or by its file. Throws UsageError when it is neither. */
export function namedPolicy(name: string): PolicyFile {
  const preset = presets.find((each) => each === name)
  if (preset !== undefined) return { ...builtinPolicy, preset }
  if (existsSync(name)) return policyFile(name)
  throw new UsageError(
    `\`${name}\` is neither a preset (${presets.join(', ')}) nor a policy file.${didYouMean(name, presets)}`,
  )
}

function policyFile(path: string): PolicyFile {
  try {
    return readPolicy(readFileSync(path, 'utf8'), path, rules).policy
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause })
  }
}
