import type { Command } from './command.ts'

/** `loop-observer --help`. */
export function generalHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'loop-observer recognises an AI agent’s loop that will not end well, nudges or halts it, and shows why.',
    '',
    'Usage: loop-observer COMMAND',
    '',
    ...commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
    '',
    'loop-observer COMMAND --help tells more.',
  ].join('\n')
}

/** `loop-observer COMMAND --help`. */
export function commandHelp(command: Command): string {
  const flags = Object.entries(command.flags).map(([name, flag]) => ({
    shown: [`--${name}`, flag.value, flag.andValue].filter((part) => part !== undefined).join(' '),
    about: flag.about,
  }))
  const width = Math.max(0, ...flags.map(({ shown }) => shown.length))
  return [
    `Usage: loop-observer ${[command.name, command.takes].filter((part) => part !== '').join(' ')}`,
    '',
    command.about,
    ...(flags.length > 0
      ? ['', ...flags.map(({ shown, about }) => `  ${shown.padEnd(width)}  ${about}`)]
      : []),
  ].join('\n')
}
