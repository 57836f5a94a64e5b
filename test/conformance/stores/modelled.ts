import fc from 'fast-check'
import { describe, it } from 'vitest'
import { commands, type Real } from './commands.ts'
import type { Context } from './context.ts'
import { Model } from './model.ts'
import { openTwo } from './subjects.ts'

const logLimit = 6

/** Any interleaving of what two observers do leaves what a plain model says. */
export function modelled({ subject, place }: Context): void {
  describe('any interleaving of two observers', () => {
    it('leaves what the model of the contract says', { timeout: 120_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(commands(), async (sequence) => {
          await place().clear()
          const { a, b, close } = await openTwo(subject, place(), { retention: { logLimit } })
          try {
            const real: Real = { clients: [a, b] }
            await fc.asyncModelRun(() => ({ model: new Model(logLimit), real }), sequence)
          } finally {
            await close()
          }
        }),
        { numRuns: 40, interruptAfterTimeLimit: 60_000 },
      )
    })
  })
}
