/** One flag of a command, as data. */
export interface Flag {
  /** Absent for a switch. */
  readonly value?: string
  /** A second value, which follows the first; the text of the flag is then both, see {@link pairOf}. */
  readonly andValue?: string
  readonly about: string
  readonly short?: string
}

/** What a command was called with. */
export interface Invocation {
  readonly positionals: readonly string[]
  /** Text of the flags given, `''` for a switch. */
  readonly flags: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly print: (text: string) => void
  /** True when a person reads: colours and widths are welcome. */
  readonly human: boolean
  /** Replaces the last line that a person sees meanwhile, `''` clears it; absent when nobody looks. */
  readonly status?: (line: string) => void
}

/** One verb of the command line. */
export interface Command {
  readonly name: string
  /** Positional arguments, as the usage line shows them. */
  readonly takes: string
  /** One sentence. */
  readonly about: string
  readonly flags: Readonly<Record<string, Flag>>
  /** Fewest and most positional arguments. */
  readonly arity: readonly [number, number]
  /** Resolves to the exit code. Throws UsageError, PermanentError or RetryableError. */
  readonly run: (invocation: Invocation) => Promise<number>
}

/** The command was called in a way that cannot be carried out; exit code 2. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UsageError'
  }
}

/** Between the two values of a flag: no argument of a process can contain it. */
export const valueSeparator = '\0'

/** Both values of a flag that takes two, or undefined when it was not given. */
export function pairOf({ flags }: Invocation, name: string): readonly [string, string] | undefined {
  const [first, second] = flags[name]?.split(valueSeparator) ?? []
  return first === undefined || second === undefined ? undefined : [first, second]
}

/** Flags of every command that asks an observer. */
export const remoteFlags: Readonly<Record<string, Flag>> = {
  url: { value: 'URL', about: 'Control channel. Default LOOP_OBSERVER_URL, else http://127.0.0.1:4320.' },
  token: { value: 'TOKEN', about: 'Token with the right needed. Default LOOP_OBSERVER_TOKEN.' },
  json: { about: 'Print JSON instead of text.' },
}
