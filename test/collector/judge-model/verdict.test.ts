import { describe, expect, it } from 'vitest'
import { verdictOf } from '../../../collector/judge-model/verdict.ts'

describe('the opinion in an answer', () => {
  it.each([
    ['{"answerable": true}', true],
    [' {"answerable":false}\n', false],
    ['```json\n{"answerable": true}\n```', true],
    ['{"answerable": false, "missing": "the year"}', false],
  ])('is read from %j', (content, opinion) => {
    expect(verdictOf(content)).toBe(opinion)
  })

  it.each([
    '',
    'true',
    'Yes, it can be answered.',
    '{"answerable": "true"}',
    '{"answerable": 1}',
    '[{"answerable": true}]',
    '{"answerable": true',
    'The page says {"answerable": true}',
    '{"answerable": false} {"answerable": true}',
  ])('is not guessed from %j', (content) => {
    expect(verdictOf(content)).toBeNull()
  })
})
