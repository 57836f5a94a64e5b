/** One thing that is wrong with the configuration. */
export interface Problem {
  /** The file as the user named it, or where else it came from: `environment`, `command line`. */
  readonly source: string
  /** From 1; null when it is about no place in a file. */
  readonly line: number | null
  /** From 1; null when it is about no place in a file. */
  readonly column: number | null
  /** The user's own key: `rules.repetition.halt_at`, `LOOP_OBSERVER_STORE`, `--store`. Empty for the whole file. */
  readonly key: string
  /** What is wrong, and what would be right. */
  readonly message: string
}

/** Everything that is wrong with the configuration, at once. Its message has one line for each problem. */
export class ConfigError extends Error {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** `FILE:LINE:COLUMN: KEY: MESSAGE`, as editors and terminals link it. */
export function formatProblem({ source, line, column, key, message }: Problem): string {
  const place = line === null ? source : `${source}:${line}:${column ?? 1}`
  return key === '' ? `${place}: ${message}` : `${place}: ${key}: ${message}`
}
