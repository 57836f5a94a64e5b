import type { DialectExamples } from '../example.ts'

const identity = {
  'loop.run.id': 'run-1',
  'loop.source': 'sdk',
  'loop.agent': 'billing',
  'gen_ai.agent.name': 'billing',
}

export const loop: DialectExamples = {
  dialect: 'loop',
  examples: [
    {
      title: 'a tool step',
      kind: 'tool',
      span: {
        name: 'execute_tool search',
        attributes: {
          ...identity,
          'loop.step.kind': 'tool',
          'loop.step.id': 'run-1/3',
          'loop.step.sequence': 3,
          'loop.lane': 'researcher',
          'loop.round': '2',
          'loop.effect': true,
          'loop.read_only': false,
          'loop.features': '["t1"]',
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'search',
          'gen_ai.tool.call.id': 'call_1',
          'gen_ai.tool.call.arguments': '{"q":"x"}',
          'gen_ai.tool.call.result': 'no hits',
        },
      },
      argumentsKey: 'gen_ai.tool.call.arguments',
      resultKey: 'gen_ai.tool.call.result',
      callIdKey: 'gen_ai.tool.call.id',
      reads: {
        tool: 'search',
        runId: 'run-1',
        stepId: 'run-1/3',
        sequence: 3,
        lane: 'researcher',
        agent: 'billing',
        round: '2',
        effect: true,
        readOnly: false,
        features: '["t1"]',
        rank: 'sdk',
        dialect: 'loop',
      },
    },
    {
      title: 'a model step, in the lane main although the agent has a name',
      kind: 'model',
      span: {
        name: 'chat m',
        attributes: {
          ...identity,
          'loop.step.kind': 'model',
          'loop.step.id': 'run-1/4',
          'loop.step.sequence': 4,
          'loop.cost_usd': 0.002,
          'loop.text': 'Not found.',
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'm',
          'gen_ai.usage.input_tokens': '120',
          'gen_ai.usage.output_tokens': 18,
        },
      },
      reads: {
        stepId: 'run-1/4',
        lane: 'main',
        model: 'm',
        tokensIn: 120,
        tokensOut: 18,
        costUsd: 0.002,
        text: 'Not found.',
      },
    },
    {
      title: 'a check step',
      kind: 'other',
      span: {
        name: 'check unit tests',
        attributes: {
          ...identity,
          'loop.step.kind': 'check',
          'loop.check.name': 'unit tests',
          'loop.check.failures': ['expected 3, got 4'],
          'loop.check.bar': '{"all tests pass":"d41d8"}',
        },
      },
      reads: [
        {
          kind: 'check',
          check: 'unit tests',
          failures: ['expected 3, got 4'],
          bar: { 'all tests pass': 'd41d8' },
          lane: 'main',
        },
      ],
    },
    {
      title: 'a clean check step without a bar',
      kind: 'other',
      span: {
        attributes: {
          ...identity,
          'loop.step.kind': 'check',
          'loop.check.name': 'lint',
          'loop.check.failures': [],
        },
      },
      reads: [{ kind: 'check', check: 'lint', failures: [], bar: null }],
    },
    {
      title: 'a check step whose failures are signatures, not lines',
      kind: 'other',
      span: {
        attributes: {
          ...identity,
          'loop.step.kind': 'check',
          'loop.check.name': 'lint',
          'loop.check.signatures': ['0123456789abcdef0123456789abcdef'],
        },
      },
      reads: [
        { kind: 'check', check: 'lint', failures: [], signatures: ['0123456789abcdef0123456789abcdef'] },
      ],
    },
    {
      title: 'a bar that is registered',
      kind: 'other',
      span: {
        attributes: { ...identity, 'loop.step.kind': 'bar', 'loop.check.bar': '{"dated":"d41d8"}' },
      },
      reads: [{ kind: 'bar', bar: { dated: 'd41d8' } }],
    },
    {
      title: "a user's message",
      kind: 'other',
      span: { attributes: { ...identity, 'loop.step.kind': 'user' } },
      reads: [{ kind: 'user' }],
    },
    {
      title: 'a progress note',
      kind: 'other',
      span: { attributes: { ...identity, 'loop.step.kind': 'progress' } },
      reads: [{ kind: 'progress' }],
    },
    {
      title: "the run's own span",
      kind: 'silent',
      span: {
        name: 'invoke_agent billing',
        attributes: { ...identity, 'gen_ai.operation.name': 'invoke_agent' },
      },
    },
    {
      title: 'a decision span that came back through a Collector',
      kind: 'silent',
      span: {
        name: 'loop.decision',
        attributes: { 'loop.decision.seq': 1, 'loop.run.id': 'run-1', 'gen_ai.tool.name': 'search' },
      },
    },
  ],
}
