import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { captureAdvice } from '../../../collector/cli/doctor/capture-advice.ts'
import { vocabularies } from '../../../collector/dialects/vocabulary-list.ts'
import { dialectTable } from '../../../deploy/dialect-table.ts'

test('DIALECTS.md is what the vocabularies say: npm run dialect-table', () => {
  const page = readFileSync(new URL('../../../collector/dialects/DIALECTS.md', import.meta.url), 'utf8')
  expect(page).toBe(dialectTable())
})

test.each(vocabularies)(
  '$name is named once, and says how it is known and what to switch on',
  (vocabulary) => {
    expect(vocabularies.filter(({ name }) => name === vocabulary.name)).toHaveLength(1)
    expect(vocabulary.name).toMatch(/^[a-z][a-z0-9-]*$/)
    expect(vocabulary.proof).not.toEqual([])
    expect(captureAdvice(vocabulary.name)).toBe(vocabulary.capture.advice)
    expect(vocabulary.capture.advice).toMatch(/\.$/)
  },
)

test('advice for a vocabulary that is not known says what to do in general', () => {
  expect(captureAdvice('other')).toContain('Switch on content capture')
})
