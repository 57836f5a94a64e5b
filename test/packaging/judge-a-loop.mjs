// Runs in a project that has only @loop-observer/rules: judges a call that gives the same again and again.
import { createHash } from 'node:crypto'
import { callFeatures, createMemory, judge, observationFeatures, resolvePolicy } from '@loop-observer/rules'

const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 32)
const hashing = { digest, seed: 0 }
const policy = resolvePolicy(
  { digest: 'builtin', holdMs: 0 },
  { source: 'replay', agent: null, attributes: {} },
)
let memory = createMemory('run', 'replay', policy.version)
const actions = []
for (let i = 0; i < 12; i++) {
  const atMs = 1_700_000_000_000 + i * 1000
  const step = {
    kind: 'tool',
    id: `step-${i}`,
    lane: 'main',
    startedAtMs: atMs,
    endedAtMs: atMs + 100,
    receivedAtMs: atMs + 100,
    sequence: i,
    traceId: null,
    spanId: null,
    tool: 'search',
    callId: `call-${i}`,
    round: null,
    call: callFeatures('search', { query: 'the same' }, policy.tools, hashing),
    observation: observationFeatures('the same three lines', hashing),
    ok: true,
    error: null,
    effect: false,
    readOnly: null,
    rank: 'sdk',
  }
  const judgement = judge(memory, [step], policy)
  memory = judgement.memory
  actions.push(...judgement.decisions.map((decision) => decision.action))
}
process.stdout.write(actions.join(' '))
