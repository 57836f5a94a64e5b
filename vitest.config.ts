import { defineConfig } from 'vitest/config'
import { CountReporter } from './test/support/count-reporter.ts'

const condition = 'loop-observer-source'

export default defineConfig({
  resolve: { conditions: [condition] },
  ssr: { resolve: { conditions: [condition, 'node', 'import', 'default'] } },
  test: {
    include: ['test/**/*.test.ts'],
    execArgv: ['-C', condition],
    testTimeout: 30_000,
    hookTimeout: 180_000,
    // What another process or a page shows, on a machine that may be busy.
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    reporters: ['default', new CountReporter()],
  },
})
