import { z } from 'zod'
import { PermanentError, RetryableError } from '../errors/errors.ts'
import type { Invocation } from './command.ts'

const TIMEOUT_MS = 10_000

const failure = z.object({ error: z.object({ code: z.string(), message: z.string(), advice: z.string() }) })

/** An observer's control channel, as the command line speaks to it. */
export interface Remote {
  readonly url: string
  /** JSON of `GET path`, checked. Throws PermanentError when refused, RetryableError when nobody answers. */
  get<T>(path: string, shape: z.ZodType<T>): Promise<T>
  /** Body of `GET path` as text. */
  text(path: string): Promise<string>
  /** JSON of `POST path`, checked. */
  post<T>(path: string, body: unknown, shape: z.ZodType<T>): Promise<T>
}

/** The observer that `--url` and `--token`, or their environment variables, name. */
export function remoteOf({ flags, env }: Invocation): Remote {
  const named = flags['url'] ?? (env['LOOP_OBSERVER_URL'] || 'http://127.0.0.1:4320')
  const url = named.trim().replace(/\/+$/, '')
  const token = flags['token'] ?? env['LOOP_OBSERVER_TOKEN']
  const ask = async (path: string, init: RequestInit = {}): Promise<string> => {
    const headers = {
      accept: 'application/json, text/plain',
      ...(token === undefined || token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const response = await reach(url, path, { ...init, headers })
    const body = await response.text()
    if (!response.ok) throw refused(response.status, body, url)
    return body
  }
  return {
    url,
    text: (path) => ask(path),
    get: async (path, shape) => read(await ask(path), shape, url),
    post: async (path, body, shape) =>
      read(await ask(path, { method: 'POST', body: JSON.stringify(body) }), shape, url),
  }
}

/** The path of a run, percent-encoded; `trace:ID` stays readable. */
export function runPath(run: string): string {
  return `/v1/runs/${encodeURIComponent(run).replace(/^trace%3A/i, 'trace:')}`
}

async function reach(url: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (cause) {
    throw new RetryableError(
      'unavailable',
      `No observer answers at ${url}. Start one (npm start, or loop-observer start), or name it with --url.`,
      { cause },
    )
  }
}

function refused(status: number, body: string, url: string): PermanentError {
  const told = failure.safeParse(parse(body))
  const said = told.success ? sentences(status, told.data.error) : `HTTP status ${status}.`
  return new PermanentError(status === 404 ? 'not_found' : 'bad_request', `${url}: ${said}`)
}

/** What is wrong, then what to do; of tokens in the words of the command line. */
function sentences(
  status: number,
  { message, advice }: { readonly message: string; readonly advice: string },
): string {
  const next = status === 401 ? 'Give one with --token, or in LOOP_OBSERVER_TOKEN.' : advice
  return `${message}${/[.!?]$/.test(message) ? '' : '.'} ${next}`
}

function read<T>(body: string, shape: z.ZodType<T>, url: string): T {
  const checked = shape.safeParse(parse(body))
  if (checked.success) return checked.data
  throw new PermanentError(
    'bad_request',
    `${url} does not answer as a loop-observer does: ${z.prettifyError(checked.error)}`,
  )
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
