import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Ends the output with one plain line, `12 passed, 0 failed` or `12 passed, 0 failed, 3 skipped`, for
 * people and programs that only want the count. A file that cannot be loaded and an error outside any
 * test count as failed. A run without a single test fails.
 */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      counts.failed += module.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'pending') counts[state]++
      }
    }
    if (counts.passed + counts.failed === 0) process.exitCode = 1
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    process.once('exit', () => {
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`)
    })
  }
}
