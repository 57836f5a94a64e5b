import { environmentNameOf, flagOf, optionKeys, options } from '../../config/options.ts'
import { runObserver } from '../../start/run-observer.ts'
import type { Command, Flag } from '../command.ts'

/** `loop-observer start`: runs the observer. Its flags are the settings. */
export const start: Command = {
  name: 'start',
  takes: '[--policy FILE] [--store URL] …',
  about:
    'Runs the observer until it is told to stop. Each flag is also an environment variable and a key of the policy file’s `observer` section.',
  flags: settingFlags(),
  arity: [0, 0],
  run: ({ flags, env }) =>
    runObserver({ argv: Object.entries(flags).map(([name, value]) => `--${name}=${value}`), env }),
}

function settingFlags(): Readonly<Record<string, Flag>> {
  const flags: Record<string, Flag> = {}
  for (const key of optionKeys) {
    const flag = flagOf(key)
    if (flag === null) continue
    const { about, default: otherwise } = options[key]
    const usual = otherwise === null ? '' : ` Default ${otherwise}.`
    flags[flag.slice(2)] = { value: 'VALUE', about: `${about}${usual} (${environmentNameOf(key)})` }
  }
  return flags
}
