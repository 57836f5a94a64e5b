import { environmentNameOf, optionKeys, options, type Option } from '../../../collector/config/options.ts'

/** Of the commands and the SDK. */
const others = ['LOOP_OBSERVER_URL', 'LOOP_OBSERVER_TOKEN']

/** Names of environment variables in a text that nothing reads. */
export function unknownSettings(text: string): readonly string[] {
  const known = optionKeys.flatMap((key) => {
    const { takes }: Option = options[key]
    const name = environmentNameOf(key)
    return takes.kind === 'secret' || takes.kind === 'tokens' ? [name, `${name}_FILE`] : [name]
  })
  const named = new Set(text.match(/\bLOOP_OBSERVER_[A-Z_]+[A-Z]/g))
  return [...named].filter((name) => ![...known, ...others].includes(name))
}
