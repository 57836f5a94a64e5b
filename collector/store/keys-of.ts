/** The keys of `T`, in the order given. The compiler sees to it that none is missing and none is too many. */
export function keysOf<T>(every: Readonly<Record<keyof T, 0>>): string[] {
  return Object.keys(every)
}
