import { styleText } from 'node:util'
import { remoteFlags, type Command, type Invocation } from '../command.ts'
import { runList } from '../../control/schemas/run.ts'
import { aboutObserver } from '../../control/schemas/about.ts'
import { isWildcard } from '../../http/listen.ts'
import type { Diagnosis } from '../doctor/diagnosis.ts'
import { examine } from '../doctor/examine.ts'
import { samplesOf } from '../doctor/samples.ts'
import { remoteOf } from '../remote.ts'

const marks = { ok: '✓', warning: '!', problem: '✗' } as const
const colours = { ok: 'green', warning: 'yellow', problem: 'red' } as const

/** `loop-observer doctor`: what is wrong with an attachment, and what to switch on. */
export const doctor: Command = {
  name: 'doctor',
  takes: '',
  about:
    'Says whether spans arrive, are understood and are whole, and what to switch on. Exit code 1 when there is a problem (✗): nothing arrives, requests without a right token, every result of a vocabulary missing, sampling in front. Warnings (!) leave it at 0.',
  flags: remoteFlags,
  arity: [0, 0],
  run: async (invocation) => {
    const remote = remoteOf(invocation)
    await remote.text('/readyz')
    const observer = await remote.get('/v1/about', aboutObserver)
    const recent = await remote.get('/v1/runs?since=1h&limit=1', runList)
    const found = examine(samplesOf(await remote.text('/metrics')), {
      otlpUrl: reachable(observer.otlp.http, remote.url),
      hasRecentRuns: recent.runs.length > 0,
    })
    const all: readonly Diagnosis[] = [
      {
        level: 'ok',
        about: `observer ${observer.version} at ${remote.url} is ready, store ${observer.store}`,
        advice: '',
      },
      ...found,
    ]
    invocation.print('json' in invocation.flags ? JSON.stringify(all, null, 2) : shown(all, invocation))
    return all.some(({ level }) => level === 'problem') ? 1 : 0
  },
}

/** A wildcard is no address: whoever asks has reached the machine under another name. */
function reachable(url: string, controlUrl: string): string {
  if (!isWildcard(url)) return url
  const { protocol, port } = new URL(url)
  return `${protocol}//${new URL(controlUrl).hostname}:${port}`
}

function shown(all: readonly Diagnosis[], { human }: Invocation): string {
  return all
    .map(({ level, about, advice }) => {
      const mark = human ? styleText(colours[level], marks[level]) : marks[level]
      return `${mark} ${about}${advice === '' ? '' : `\n    ${advice}`}`
    })
    .join('\n')
}
