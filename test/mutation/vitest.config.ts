import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/**
 * The tests that mutants of `rules/` have to get past. In a sandbox the package names would lead through
 * `node_modules` to the sources as they are, hence the aliases. One worker for all files saves most of the time;
 * modules of `rules/` keep no state, so nothing passes from one file to the next.
 */
export default defineConfig({
  resolve: {
    alias: {
      '@loop-observer/rules': fileURLToPath(new URL('../../rules/index.ts', import.meta.url)),
      '@loop-observer/sdk': fileURLToPath(new URL('../../sdk/index.ts', import.meta.url)),
    },
  },
  test: {
    include: ['test/rules/**/*.test.ts', 'test/conformance/rules/**/*.test.ts'],
    // Seconds a run, and what it asks is asked by the literal tests as well: too slow for thousands of mutants.
    exclude: ['test/rules/memory/bounds.test.ts', 'test/conformance/rules/ladder.test.ts'],
    setupFiles: ['test/mutation/short-properties.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
})
