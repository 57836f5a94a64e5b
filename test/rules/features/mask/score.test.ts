import { describe, expect, it } from 'vitest'
import { masked } from './masked.ts'

describe('a score of a match in a text', () => {
  it.each([
    ['The harbour is closed. (score 0.8213)', 'The harbour is closed. (score <score>)'],
    ['[1] (relevance: 0.91) The harbour is closed.', '[1] (relevance: <score>) The harbour is closed.'],
    ['similarity=0.91 source=harbour/rules.md', 'similarity=<score> source=harbour/rules.md'],
    ['- distance 0.13: The harbour is closed.', '- distance <score>: The harbour is closed.'],
    [
      '1. Harbour rules of 2024, cosine similarity 0.9',
      '1. Harbour rules of 2024, cosine similarity <score>',
    ],
    ['chunk of rules.md | relevance_score: 0.82', 'chunk of rules.md | relevance_score: <score>'],
    [
      'Score: 0.82\nThe harbour is closed for ships of more than 200 metres.',
      'Score: <score>\nThe harbour is closed for ships of more than 200 metres.',
    ],
  ])('%j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })
})

describe('no score of a match', () => {
  it.each([
    'score: 0.82',
    'Score: 0.82\nRank: 12',
    'F1 score: 0.8213 on the held-out part',
    'Validation score: 0.8213 after tuning of depth',
    'epoch: 3, score: 0.82, learning rate lowered',
    'Your submission has been scored. Your score: 0.7812',
    'The final score: 3 to 2 for the visitors',
    'confidence: 82.5% that the harbour is closed',
    'the core 0.82 of the reactor building',
    'credit_score: 0.82 for the customer Anna',
    'harbour distances 0.82 and more',
    'score 0.82kg of rice and of beans',
  ])('%j', (text) => {
    expect(masked(text)).toBe(text)
  })
})
