import { parseArgs, type ParseArgsConfig } from 'node:util'
import { nearest } from '../config/nearest.ts'
import { UsageError, valueSeparator, type Command, type Invocation } from './command.ts'

/** What `argv` says to the command. Throws UsageError when it cannot be carried out. */
export function argumentsOf(
  command: Command,
  argv: readonly string[],
): Pick<Invocation, 'positionals' | 'flags'> {
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
