/** A number with its noun: `1 call`, `2 calls`, `0.5 US dollars`. `many` is the plural where an s does not make it. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Names in brackets with a space before them, or nothing when there are none. */
export function inBrackets(names: readonly string[]): string {
  return names.length === 0 ? '' : ` (${names.join(', ')})`
}

/** The names that something is of, with a space before them, or nothing when there are none. */
export function ofNames(names: readonly string[]): string {
  return names.length === 0 ? '' : ` of ${names.join(', ')}`
}
