import { loopAttributes } from '@loop-observer/rules'
import type { Vocabulary } from '../vocabulary.ts'

/** Our own (rules/words/attributes.ts). Decision spans come back through a shared Collector. */
export const loop: Vocabulary = {
  name: 'loop',
  title: 'loop-observer SDK',
  covers: 'this version',
  proof: ['run'],
  capture: {
    results: 'on',
    advice:
      'Report calls with run.tool of the SDK: it makes features of arguments and result in the process.',
  },
  kinds: [
    { kind: 'ignore', when: [{ attribute: loopAttributes.decisionSeq, present: true }] },
    { kind: 'tool', rank: 'sdk', when: [{ attribute: loopAttributes.stepKind, is: ['tool'] }] },
    { kind: 'model', when: [{ attribute: loopAttributes.stepKind, is: ['model'] }] },
    { kind: 'check', when: [{ attribute: loopAttributes.stepKind, is: ['check'] }] },
    { kind: 'bar', when: [{ attribute: loopAttributes.stepKind, is: ['bar'] }] },
    { kind: 'user', when: [{ attribute: loopAttributes.stepKind, is: ['user'] }] },
    { kind: 'progress', when: [{ attribute: loopAttributes.stepKind, is: ['progress'] }] },
  ],
  fields: {
    costUsd: [loopAttributes.costUsd],
    modelText: [loopAttributes.text],
    agentName: [loopAttributes.agent],
    // The lane stands in `loop.lane` only: the agent's name is the run's.
    laneName: [],
    readOnlyHint: [loopAttributes.readOnly],
  },
  hints: { keys: ['loop.'] },
}
