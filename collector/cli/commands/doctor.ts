import { styleText } from 'node:util'
import { remoteFlags, type Command, type Invocation } from '../command.ts'
import { examine, type Diagnosis } from '../doctor/examine.ts'
import { samplesOf } from '../doctor/samples.ts'
import { remoteOf } from '../remote.ts'

const marks = { ok: '✓', warning: '!', problem: '✗' } as const
const colours = { ok: 'green', warning: 'yellow', problem: 'red' } as const

/** `loop-observer doctor`: what is wrong with an attachment, and what to switch on. */
export const doctor: Command = {
  name: 'doctor',
  takes: '',
  about:
    'Says whether spans arrive, are understood and are whole, and what to switch on. Exit code 1 when there is a problem.',
  flags: remoteFlags,
  arity: [0, 0],
  run: async (invocation) => {
    const remote = remoteOf(invocation)
    await remote.text('/readyz')
    const found = examine(samplesOf(await remote.text('/metrics')))
    const all: readonly Diagnosis[] = [
      { level: 'ok', about: `observer at ${remote.url} is ready`, advice: '' },
      ...found,
    ]
    invocation.print('json' in invocation.flags ? JSON.stringify(all, null, 2) : shown(all, invocation))
    return all.some(({ level }) => level === 'problem') ? 1 : 0
  },
}

function shown(all: readonly Diagnosis[], { human }: Invocation): string {
  return all
    .map(({ level, about, advice }) => {
      const mark = human ? styleText(colours[level], marks[level]) : marks[level]
      return `${mark} ${about}${advice === '' ? '' : `\n    ${advice}`}`
    })
    .join('\n')
}
