import { didYouMean } from '../config/nearest.ts'
import { PermanentError, RetryableError } from '../errors/errors.ts'
import { UsageError, type Command } from './command.ts'
import { commands } from './list.ts'
import { commandHelp, generalHelp } from './help.ts'
import { argumentsOf } from './arguments.ts'
import { printable } from './visible.ts'

/** Where a command reads from and writes to. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly human: boolean
  /** Replaces the last line of a terminal that a person looks at; absent where there is none. */
  readonly status?: (line: string) => void
}

/** Runs `loop-observer ARGV`. Resolves to the exit code: 0 done, 1 refused or failed, 2 called wrongly. */
export function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  return run(argv, {
    ...terminal,
    out: (text) => terminal.out(printable(text, terminal.human)),
    err: (text) => terminal.err(printable(text, false)),
  })
}

async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [verb, ...rest] = argv
  if (verb === undefined) {
    terminal.err(generalHelp(commands))
    return 2
  }
  if (verb === 'help' || verb === '--help' || verb === '-h') {
    const about = commands.find(({ name }) => name === rest[0])
    terminal.out(about === undefined ? generalHelp(commands) : commandHelp(about))
    return 0
  }
  const command = commands.find(({ name }) => name === verb)
  if (command === undefined) {
    const names = commands.map(({ name }) => name)
    terminal.err(`There is no command \`${verb}\`.${didYouMean(verb, names)} See loop-observer --help.`)
    return 2
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(commandHelp(command))
    return 0
  }
  return carryOut(command, rest, terminal)
}

async function carryOut(command: Command, argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { positionals, flags } = argumentsOf(command, argv)
    return await command.run({
      positionals,
      flags,
      env: terminal.env,
      print: terminal.out,
      human: terminal.human,
      ...(terminal.status === undefined ? {} : { status: terminal.status }),
    })
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\nSee loop-observer ${command.name} --help.`)
      return 2
    }
    if (!(error instanceof PermanentError || error instanceof RetryableError)) throw error
    terminal.err(error.message)
    return 1
  }
}
