import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Most mutants fall to a literal test: properties and whole recorded runs, which take long, come last. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slow =
      /agreement|order\.test|cases\.test|documents\.test|volatile\.test|observation-ladder|parse\.test/
    return files.toSorted((a, b) => Number(slow.test(a.moduleId)) - Number(slow.test(b.moduleId)))
  }
}

const all = ['test/rules/**/*.test.ts', 'test/conformance/rules/**/*.test.ts']

/**
 * The tests that mutants of `rules/` have to get past. In a sandbox the package names would lead through
 * `node_modules` to the sources as they are, hence the aliases. One worker for all files saves most of the time;
 * modules of `rules/` keep no state, so nothing passes from one file to the next.
 *
 * `MUTATION_TESTS` names only some of the tests, by globs with commas between them: what a part of them kills, all kill.
 */
export default defineConfig({
  resolve: {
    alias: {
      '@loop-observer/rules': fileURLToPath(new URL('../../rules/index.ts', import.meta.url)),
      '@loop-observer/sdk': fileURLToPath(new URL('../../sdk/index.ts', import.meta.url)),
    },
  },
  test: {
    include: process.env['MUTATION_TESTS']?.split(',') ?? all,
    // Seconds a run, and what it asks is asked by the literal tests as well: too slow for thousands of mutants.
    exclude: [
      'test/rules/memory/bounds.test.ts',
      'test/rules/features/bounds.test.ts',
      'test/conformance/rules/ladder.test.ts',
    ],
    setupFiles: ['test/mutation/short-properties.ts'],
    sequence: { sequencer: QuickFirst },
    isolate: false,
    testTimeout: 60_000,
  },
})
