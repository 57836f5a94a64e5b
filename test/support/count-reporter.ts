import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * Ends the output with one plain line, `12 passed, 0 failed` or `12 passed, 0 failed, 3 skipped`, for
 * people and programs that only want the count. A file that cannot be loaded and an error outside any
 * test count as failed. A run without a single test fails. A test that passed only when tried again is named,
 * so that `--retry` hides nothing.
 */
export class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const unsteady: string[] = []
    const counts = { passed: 0, failed: errors.length, skipped: 0 }
    for (const module of modules) {
      counts.failed += module.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'pending') counts[state]++
        if (test.diagnostic()?.flaky === true) unsteady.push(`${module.relativeModuleId} > ${test.fullName}`)
      }
    }
    if (counts.passed + counts.failed === 0) process.exitCode = 1
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    process.once('exit', () => {
      for (const name of unsteady) process.stdout.write(`Passed only when tried again: ${name}\n`)
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed${skipped}\n`)
    })
  }
}
