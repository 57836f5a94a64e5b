/** Where the observer is, and who hears what happens. */
export interface Surroundings {
  readonly urls: {
    /** Where spans go: OTLP over HTTP. Without a slash at the end. */
    readonly otlp: string
    /** Where decisions come from. Without a slash at the end. */
    readonly control: string
  }
  /** Needed when the observer asks for one. */
  readonly token: string | undefined
  /** Tells the person at the terminal what happened to an agent, after how many calls. */
  readonly tell: (agent: string, calls: number, what: string) => void
}

/** The observer that the environment names, by default the one that `npm start` runs. */
export function surroundings(env: NodeJS.ProcessEnv, tell: Surroundings['tell']): Surroundings {
  const url = (name: string, otherwise: string): string => (env[name] || otherwise).replace(/\/+$/, '')
  return {
    urls: {
      otlp: url('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318'),
      control: url('LOOP_OBSERVER_URL', 'http://127.0.0.1:4320'),
    },
    token: env['LOOP_OBSERVER_TOKEN'] || undefined,
    tell,
  }
}

/** The header that carries the token, if there is one. */
export function authorization(token: string | undefined): Readonly<Record<string, string>> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

/** JSON of a request to the control channel. Throws TypeError when nobody answers, Error when it is refused. */
export async function ask(
  { urls, token }: Surroundings,
  path: string,
  init: { readonly method?: 'POST'; readonly body?: object } = {},
): Promise<unknown> {
  const response = await fetch(urls.control + path, {
    method: init.method ?? 'GET',
    headers: {
      'content-type': 'application/json',
      ...authorization(token),
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`)
  return body
}
