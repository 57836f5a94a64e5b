import fc from 'fast-check'
import { reasons } from '@loop-observer/rules'
import { expect, test } from 'vitest'
import { readAnswer } from '../../../sdk/client/answer.ts'

test('whatever was answered, it is an answer or null, never an exception', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(() => readAnswer(text)).not.toThrow()
    }),
  )
})

test('whatever a decision holds, every field has its type', () => {
  const decision = fc.record({
    action: fc.constantFrom('nudge', 'halt', 'escalate'),
    reason: fc.constantFrom(...reasons),
    seq: fc.jsonValue(),
    message: fc.jsonValue(),
    evidence: fc.jsonValue(),
    tried: fc.jsonValue(),
    totals: fc.jsonValue(),
    resumable: fc.jsonValue(),
  })
  fc.assert(
    fc.property(decision, (given) => {
      const answer = readAnswer(JSON.stringify({ action: given.action, seq: 1, decision: given }))
      expect(answer?.decision).toMatchObject({
        action: given.action,
        reason: given.reason,
        seq: expect.any(Number) as number,
        message: expect.any(String) as string,
        evidence: { steps: expect.any(Array) as string[] },
        tried: expect.any(Array) as string[],
        totals: { steps: expect.any(Number) as number },
        resumable: expect.any(Boolean) as boolean,
      })
    }),
  )
})

test('a stop without a decision that can be read is no answer: the agent goes on', () => {
  expect(readAnswer('{"action":"halt","seq":1}')).toBeNull()
  expect(readAnswer('{"action":"halt","seq":1,"decision":{"action":"halt","reason":"whim"}}')).toBeNull()
})
