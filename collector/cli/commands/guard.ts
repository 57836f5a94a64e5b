import type { Logger } from 'pino'
import { startGuard, type RunningGuard } from '../../guard/start-guard.ts'
import { createLogger } from '../../start/logger.ts'
import { stopSignal } from '../../start/stop-signal.ts'
import { remoteFlags, UsageError, type Command, type Invocation } from '../command.ts'
import { countOf } from '../flag-value.ts'
import { remoteOf } from '../remote.ts'

/** Where agents reach a guard that was told nothing else. */
export const defaultListen = '127.0.0.1:4330'
const defaultWaitMs = 1000
const defaultWindowMinutes = 30

const { url, token } = remoteFlags

/** `loop-observer guard`: a model proxy that lets the observer act on an agent that has no SDK. */
export const guard: Command = {
  name: 'guard',
  takes: '--upstream URL [--listen HOST:PORT] [--agent NAME]',
  about:
    'Runs a model proxy: the agent’s base URL becomes the guard’s. It forwards everything, puts a nudge before the model, and answers in its place for a run that is halted. Its runs count as telemetry: in shadow mode until the policy says otherwise.',
  flags: {
    upstream: { value: 'URL', about: 'The model’s API, for example https://api.openai.com. Required.' },
    listen: { value: 'HOST:PORT', about: `Where agents reach it. Default ${defaultListen}.` },
    agent: { value: 'NAME', about: 'Name of the agent, which routes of the policy may match.' },
    wait: {
      value: 'MS',
      about: `Longest time that a request waits for the observer, then it passes. Default ${defaultWaitMs}.`,
    },
    window: {
      value: 'MINUTES',
      about: `Silence after which a conversation counts as another run. Default ${defaultWindowMinutes}.`,
    },
    ...(url === undefined || token === undefined ? {} : { url, token }),
  },
  arity: [0, 0],
  run: async (invocation) => {
    const log = createLogger('info', invocation.human)
    const { agent } = invocation.flags
    const upstream = upstreamOf(invocation)
    const running = await startGuard({
      listen: listenOf(invocation),
      upstream,
      url: remoteOf(invocation).url,
      token: invocation.flags['token'] ?? invocation.env['LOOP_OBSERVER_TOKEN'] ?? null,
      agent: agent === undefined || agent === '' ? null : agent,
      waitMs: countOf(invocation, 'wait') ?? defaultWaitMs,
      windowMs: (countOf(invocation, 'window') ?? defaultWindowMinutes) * 60_000,
      onAct: (act, run, reason) => log.info({ event: act, run, reason }, `${act}: ${reason}`),
      onChange: (isThere, why) =>
        isThere
          ? log.info({ event: 'observer_back' }, 'the observer answers again')
          : log.warn(
              { event: 'observer_away', why },
              'the observer does not answer: requests pass unchanged',
            ),
      onDefect: (err) => log.error({ err }, 'a request was sent on unread: a defect of the guard'),
    })
    return untilStopped(running, upstream, log)
  },
}

async function untilStopped(running: RunningGuard, upstream: URL, log: Logger): Promise<number> {
  const said = { event: 'listening', url: running.url, upstream: upstream.origin }
  log.info(said, `listening; give agents the base URL ${running.url} in place of ${upstream.origin}`)
  await stopSignal()
  await running.stop()
  log.info({ event: 'stopped' }, 'stopped')
  return 0
}

function upstreamOf({ flags }: Invocation): URL {
  const text = flags['upstream'] ?? ''
  const found = URL.canParse(text) ? new URL(text) : null
  if (found !== null && /^https?:$/.test(found.protocol)) return found
  throw new UsageError(`--upstream takes the URL of a model’s API, not \`${text}\`.`)
}

function listenOf({ flags }: Invocation): { host: string; port: number; setting: string } {
  const text = flags['listen'] ?? defaultListen
  const [, host, port] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(text) ?? []
  if (host === undefined || Number(port) > 65_535) {
    throw new UsageError(`--listen takes HOST:PORT, not \`${text}\`.`)
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port), setting: '`--listen`' }
}
