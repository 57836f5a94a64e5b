import { told } from '../../control/schemas/decision.ts'
import { effectAnswer } from '../../control/schemas/effect.ts'
import { remoteFlags, type Command, type Invocation } from '../command.ts'
import { amountOf, countOf, listOf } from '../flag-value.ts'
import { namedRun } from '../named-run.ts'
import { remoteOf, runPath } from '../remote.ts'

const note = { value: 'TEXT', about: 'Why, for the record and the explanation.' }

/** `loop-observer halt`: a person stops a run. */
export const halt: Command = {
  name: 'halt',
  takes: 'RUN|trace:ID [--note TEXT]',
  about: 'Stops a run at its next checkpoint, whatever its mode.',
  flags: { note, ...remoteFlags },
  arity: [1, 1],
  run: (invocation) => act(invocation, 'halt', noteOf(invocation)),
}

/** `loop-observer resume`: a person lets a halted run go on. */
export const resume: Command = {
  name: 'resume',
  takes:
    'RUN|trace:ID [--note TEXT] [--steps COUNT] [--tool-calls COUNT] [--tokens COUNT] [--cost USD] [--seconds COUNT] [--effects COUNT] [--allow GLOBS] [--deny GLOBS]',
  about:
    'Lets a halted run go on; its loops are judged afresh. Larger limits, or other tools, may be given with it.',
  flags: {
    note,
    steps: { value: 'COUNT', about: 'Limit on model turns from now on, those made so far included.' },
    'tool-calls': { value: 'COUNT', about: 'Limit on tool calls, those made so far included.' },
    tokens: { value: 'COUNT', about: 'Limit on tokens, in and out together, those used so far included.' },
    cost: { value: 'USD', about: 'Limit on US dollars, those spent so far included.' },
    seconds: { value: 'COUNT', about: 'Limit on wall-clock seconds, those so far included.' },
    effects: { value: 'COUNT', about: 'Limit on effects from now on, those made so far included.' },
    allow: {
      value: 'GLOBS',
      about: 'Only these tools from now on: globs over their names, with commas between.',
    },
    deny: { value: 'GLOBS', about: 'None of these tools from now on.' },
    ...remoteFlags,
  },
  arity: [1, 1],
  run: (invocation) => {
    const limits = {
      steps: countOf(invocation, 'steps'),
      toolCalls: countOf(invocation, 'tool-calls'),
      tokens: countOf(invocation, 'tokens'),
      costUsd: amountOf(invocation, 'cost'),
      seconds: countOf(invocation, 'seconds'),
      effects: countOf(invocation, 'effects'),
    }
    const tools = { allow: listOf(invocation, 'allow'), deny: listOf(invocation, 'deny') }
    const body = { ...said('limits', limits), ...said('tools', tools) }
    return act(invocation, 'resume', { ...noteOf(invocation), ...body })
  },
}

/** `loop-observer approve`: a person answers for an effect that waits. */
export const approve: Command = {
  name: 'approve',
  takes: 'RUN|trace:ID EFFECT [--no] [--note TEXT]',
  about: 'Lets a run make an effect that waits for a person; with --no, forbids it.',
  flags: { no: { about: 'The effect must not be made.' }, note, ...remoteFlags },
  arity: [2, 2],
  run: async (invocation) => {
    const [name = '', effect = ''] = invocation.positionals
    const remote = remoteOf(invocation)
    const run = await namedRun(remote, name)
    const body = { effect, approved: !('no' in invocation.flags), ...noteOf(invocation) }
    const answer = await remote.post(`${runPath(run)}/approve`, body, effectAnswer)
    if ('json' in invocation.flags) invocation.print(JSON.stringify(answer, null, 2))
    else invocation.print(`${answer.run}: ${effect} ${answer.effect?.state ?? ''}, run ${answer.outcome}`)
    return 0
  },
}

async function act(invocation: Invocation, verb: 'halt' | 'resume', body: object): Promise<number> {
  const remote = remoteOf(invocation)
  const run = await namedRun(remote, invocation.positionals[0] ?? '')
  const answer = await remote.post(`${runPath(run)}/${verb}`, body, told)
  if ('json' in invocation.flags) invocation.print(JSON.stringify(answer, null, 2))
  else invocation.print(`${answer.run}: ${answer.outcome}, ${answer.action} (decision ${answer.seq})`)
  return 0
}

/** The part of a body of which anything was said. */
function said(name: string, part: Readonly<Record<string, unknown>>): object {
  return Object.values(part).some((each) => each !== undefined) ? { [name]: part } : {}
}

function noteOf({ flags }: Invocation): { readonly note?: string } {
  return flags['note'] === undefined ? {} : { note: flags['note'] }
}
