import { commandOf } from './writes.ts'

// `sleep` with a number, a program that is told to watch or to wait, code that sleeps.
const waiting =
  /(?:^|[;&|({\s])sleep\s+\d|\b(?:time|asyncio)\.sleep\(\s*\d|\s--?(?:watch|wait|follow)\b|\bkubectl\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*wait\b|\brollout\s+status\b/

/** True when a command or code says that it waits: then the time that it takes is no work. */
export function waits(args: unknown): boolean {
  const command = commandOf(args)
  return command !== null && waiting.test(command)
}
