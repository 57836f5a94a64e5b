import type { Statements } from './statements.ts'

/** Runs `action` in one transaction. */
export function transaction<Result>({ begin, commit, rollback }: Statements, action: () => Result): Result {
  begin.run()
  try {
    const result = action()
    commit.run()
    return result
  } catch (error) {
    // SQLite rolls back by itself on some errors; then there is nothing left to roll back.
    try {
      rollback.run()
    } catch {}
    throw error
  }
}
