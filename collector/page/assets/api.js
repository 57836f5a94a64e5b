import { askForToken, controlToken, readToken } from './tokens.js'

/** An answer that is not what was asked for. */
export class ApiError extends Error {
  constructor(status, { code, message, advice }) {
    super(message)
    this.status = status
    this.code = code
    this.advice = advice
  }

  /** True when another token may help. */
  get wantsToken() {
    return this.code === 'unauthenticated' || this.code === 'forbidden'
  }
}

/** Asks the API; with 401 or 403 asks the person for a token and tries again. */
export async function get(path, signal) {
  const response = await ask(path, { signal })
  return response.json()
}

/** Tells the API; throws ApiError, also when a token is missing: whoever asks the person shows what is wrong. */
export async function post(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...bearer(controlToken()) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw await errorOf(response)
  return response.json()
}

/**
 * Follows a run's events until `signal` aborts, and reconnects from the last one heard. `fetch`
 * instead of EventSource, which cannot send a token.
 */
export async function follow(path, signal, heard) {
  let last = ''
  while (!signal.aborted) {
    try {
      const response = await ask(path, { signal, headers: last === '' ? {} : { 'Last-Event-ID': last } })
      for await (const event of eventsOf(response.body)) {
        if (event.id) last = event.id
        heard(event)
      }
    } catch (error) {
      if (signal.aborted || error instanceof ApiError) return
    }
    await new Promise((resolve) => setTimeout(resolve, 2000))
  }
}

async function* eventsOf(body) {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop()
    for (const block of blocks) {
      const lines = block.split('\n').map((line) => line.split(/: ?(.*)/s, 2))
      const data = lines.filter(([name]) => name === 'data').map(([, value]) => value)
      if (data.length === 0) continue
      yield { id: lines.find(([name]) => name === 'id')?.[1], data: data.join('\n') }
    }
  }
}

async function ask(path, { signal, headers = {} }) {
  for (;;) {
    const token = readToken()
    const response = await fetch(path, {
      signal,
      headers: { ...headers, ...bearer(token) },
      cache: 'no-store',
    })
    if (response.ok) return response
    const error = await errorOf(response)
    if (!error.wantsToken) throw error
    await askForToken(token === null && error.code === 'unauthenticated' ? '' : error.message)
  }
}

function bearer(token) {
  return token === null ? {} : { Authorization: `Bearer ${token}` }
}

async function errorOf(response) {
  try {
    return new ApiError(response.status, (await response.json()).error)
  } catch {
    return new ApiError(response.status, { code: 'internal', message: `HTTP ${response.status}`, advice: '' })
  }
}
