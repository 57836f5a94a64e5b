import { expect, test } from 'vitest'
import { nudgesText } from '../../../collector/cli/nudges-text.ts'

test.each([
  [{ nudges: 0 }, '0'],
  [{ nudges: 2 }, '2'],
  [{ nudges: 0, recordedNudges: 1 }, '1 recorded'],
  [{ nudges: 1, recordedNudges: 2 }, '1, 2 recorded'],
])('nudges that reached nobody are not shown as delivered: %j is %s', (run, text) => {
  expect(nudgesText(run)).toBe(text)
})
