import { parseArgs, type ParseArgsConfig } from 'node:util'
import { nearest } from '../config/nearest.ts'
import { PermanentError, RetryableError } from '../errors/errors.ts'
import { UsageError, valueSeparator, type Command } from './command.ts'
import { commands } from './list.ts'
import { commandHelp, generalHelp } from './help.ts'
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
  const [verb = 'help', ...rest] = argv
  if (verb === 'help' || verb === '--help' || verb === '-h') {
    const about = commands.find(({ name }) => name === rest[0])
    terminal.out(about === undefined ? generalHelp(commands) : commandHelp(about))
    return 0
  }
  const command = commands.find(({ name }) => name === verb)
  if (command === undefined) {
    terminal.err(`There is no command \`${verb}\`.${suggestion(verb)} See loop-observer --help.`)
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
    const { positionals, flags } = parse(command, argv)
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

function parse(
  command: Command,
  argv: readonly string[],
): { readonly positionals: readonly string[]; readonly flags: Readonly<Record<string, string>> } {
  const options: NonNullable<ParseArgsConfig['options']> = {}
  for (const [name, flag] of Object.entries(command.flags)) {
    options[name] = {
      type: flag.value === undefined ? 'boolean' : 'string',
      ...(flag.short === undefined ? {} : { short: flag.short }),
    }
  }
  const { values, positionals } = parsed({
    args: paired(argv, command),
    options,
    allowPositionals: true,
  })
  const [fewest, most] = command.arity
  if (positionals.length < fewest || positionals.length > most) {
    throw new UsageError(`Usage: loop-observer ${command.name} ${command.takes}`)
  }
  const flags = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : ''])
  return { positionals, flags: Object.fromEntries(flags) as Record<string, string> }
}

/** Flags that take two values get them as one text. Throws UsageError when the second is missing. */
function paired(argv: readonly string[], command: Command): string[] {
  const args: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const arg = argv[at] ?? ''
    const { value, andValue } = (arg.startsWith('--') ? command.flags[arg.slice(2)] : undefined) ?? {}
    const [first, second] = [argv[at + 1], argv[at + 2]]
    if (andValue === undefined) args.push(arg)
    else if (first === undefined || second === undefined || first.startsWith('--') || second.startsWith('--'))
      throw new UsageError(`${arg} takes ${value} ${andValue}.`)
    else {
      args.push(`${arg}=${first}${valueSeparator}${second}`)
      at += 2
    }
  }
  return args
}

function parsed(config: ParseArgsConfig): {
  values: Record<string, unknown>
  positionals: readonly string[]
} {
  try {
    const { values, positionals } = parseArgs(config)
    return { values: { ...values }, positionals }
  } catch (cause) {
    throw new UsageError(unknownFlag(cause, Object.keys(config.options ?? {})) ?? (cause as Error).message, {
      cause,
    })
  }
}

/** `--postgres` said so that it can be corrected; null for what is wrong otherwise. */
function unknownFlag(cause: unknown, known: readonly string[]): string | null {
  const { code, message } = cause as NodeJS.ErrnoException
  const written = /'(-[^']*)'/.exec(message)?.[1]
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || written === undefined) return null
  const meant = nearest(written.replace(/^-+/, ''), known)
  if (meant !== null) return `There is no flag \`${written}\`. Did you mean \`--${meant}\`?`
  return `There is no flag \`${written}\`. Known here: ${known.map((name) => `--${name}`).join(', ')}.`
}

function suggestion(verb: string): string {
  const close = nearest(
    verb,
    commands.map(({ name }) => name),
  )
  return close === null ? '' : ` Did you mean \`${close}\`?`
}
