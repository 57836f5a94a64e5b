import { told } from '../../control/schemas/decision.ts'
import { remoteFlags, UsageError, type Command, type Invocation } from '../command.ts'
import { remoteOf, runPath } from '../remote.ts'

const note = { value: 'TEXT', about: 'Why, for the record and the explanation.' }

/** `loop-observer halt`: a person stops a run. */
export const halt: Command = {
  name: 'halt',
  takes: 'RUN|trace:ID [--note TEXT]',
  about: 'Stops a run at its next checkpoint, whatever its mode.',
  flags: { note, ...remoteFlags },
  arity: [1, 1],
  run: (invocation) => act(invocation, 'halt', { note: invocation.flags['note'] ?? null }),
}

/** `loop-observer resume`: a person lets a halted run go on. */
export const resume: Command = {
  name: 'resume',
  takes: 'RUN|trace:ID [--note TEXT] [--steps COUNT] [--seconds COUNT]',
  about: 'Lets a halted run go on; its loops are judged afresh. Larger limits may be given with it.',
  flags: {
    note,
    steps: { value: 'COUNT', about: 'Limit on model turns from now on, those made so far included.' },
    seconds: { value: 'COUNT', about: 'Limit on wall-clock seconds, those so far included.' },
    ...remoteFlags,
  },
  arity: [1, 1],
  run: (invocation) => {
    const limits = { steps: count(invocation, 'steps'), seconds: count(invocation, 'seconds') }
    const said = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null))
    const body = {
      note: invocation.flags['note'] ?? null,
      ...(Object.keys(said).length > 0 ? { limits: said } : {}),
    }
    return act(invocation, 'resume', body)
  },
}

async function act(invocation: Invocation, verb: 'halt' | 'resume', body: object): Promise<number> {
  const run = invocation.positionals[0] ?? ''
  const answer = await remoteOf(invocation).post(`${runPath(run)}/${verb}`, body, told)
  if ('json' in invocation.flags) invocation.print(JSON.stringify(answer, null, 2))
  else invocation.print(`${answer.run}: ${answer.outcome}, ${answer.action} (decision ${answer.seq})`)
  return 0
}

function count({ flags }: Invocation, name: string): number | null {
  const text = flags[name]
  if (text === undefined) return null
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(`--${name} takes a whole number from 1, not \`${text}\`.`)
  return value
}
