const cache = new Map<string, RegExp>()

/** True when `name` matches one of the globs (`*` any text, `?` one character, case ignored). */
export function matchesAny(globs: readonly string[], name: string): boolean {
  return globs.some((glob) => matches(glob, name))
}

/** True when `name` matches the glob. */
export function matches(glob: string, name: string): boolean {
  let pattern = cache.get(glob)
  if (pattern === undefined) {
    const source = glob
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')
    pattern = new RegExp(`^${source}$`, 'is')
    if (cache.size < 4096) cache.set(glob, pattern)
  }
  return pattern.test(name)
}
