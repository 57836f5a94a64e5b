import { describe, expect, it } from 'vitest'
import { observationFeatures } from '../../../../rules/features/observation.ts'
import { hashing } from '../hashing.ts'

function fingerprint(answer: unknown): string | null {
  const features = observationFeatures(answer, hashing)
  return features.state === 'known' ? features.fingerprint : null
}

describe('how well something matches is no part of an answer', () => {
  it.each([
    ['chunks', (s: number) => [{ text: 'The harbour is closed.', score: s }]],
    ['Pinecone', (s: number) => ({ matches: [{ id: 'c1', score: s, values: [] }], namespace: 'docs' })],
    [
      'Elasticsearch',
      (s: number) => ({
        hits: { max_score: s, hits: [{ _id: 'a', _score: s, _source: { title: 'Harbour' } }] },
      }),
    ],
    ['Chroma', (s: number) => ({ ids: [['a', 'b']], distances: [[s, s + 0.1]], documents: [['x', 'y']] })],
    [
      'Azure',
      (s: number) => ({ value: [{ '@search.score': s, '@search.rerankerScore': s, content: 'Harbour' }] }),
    ],
    ['Weaviate', (s: number) => [{ title: 'Harbour', certainty: s }]],
    ['Meilisearch', (s: number) => ({ hits: [{ title: 'Harbour', _rankingScore: s }] })],
    ['text', (s: number) => ({ results: [{ snippet: 'Harbour', relevance: String(s) }] })],
  ])('%s', (_, answer) => {
    expect(fingerprint(answer(0.8213))).toBe(fingerprint(answer(0.7931)))
  })
})

describe('a number that says something stays', () => {
  it.each([
    ['alone', (s: number) => ({ score: s })],
    ['alone in a list', (s: number) => [{ score: s }]],
    ['a judge’s', (s: number) => ({ score: s, feedback: ['too long'] })],
    ['of a label', (s: number) => [{ label: 'spam', score: s }]],
    ['of a player', (s: number) => [{ player: 'Ann', score: s }]],
    ['of a trip', (s: number) => ({ from: 'A', to: 'B', distance: s })],
    ['of a thing seen', (s: number) => [{ object: 'cup', distance: s }]],
    ['of credit', (s: number) => [{ id: 'a', credit_score: s }]],
    ['whole', (s: number) => [{ id: 'a', score: Math.round(s * 100) }]],
  ])('%s', (_, answer) => {
    expect(fingerprint(answer(0.8213))).not.toBe(fingerprint(answer(0.7931)))
  })
})
