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
    pool: 'forks',
    reporters: ['default', new CountReporter()],
  },
})
