import { ask, authorization, type Surroundings } from './surroundings.ts'

/** What keeps the demo from running, for a person; null when both doors of the observer are open. */
export async function obstacle(around: Surroundings): Promise<string | null> {
  return (await controlObstacle(around)) ?? (await spansObstacle(around))
}

async function controlObstacle(around: Surroundings): Promise<string | null> {
  try {
    await ask(around, '/v1/runs?limit=1')
    return null
  } catch (error) {
    if (error instanceof TypeError) {
      return [
        `No observer answers at ${around.urls.control}. Start one in another terminal: npm start`,
        'LOOP_OBSERVER_URL and OTEL_EXPORTER_OTLP_ENDPOINT say where another one listens.',
      ].join('\n')
    }
    return `The observer refuses: ${(error as Error).message}\nLOOP_OBSERVER_TOKEN holds its token.`
  }
}

/** Sends an export request without a span. */
async function spansObstacle({ urls, token }: Surroundings): Promise<string | null> {
  try {
    const response = await fetch(`${urls.otlp}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(token) },
      body: '{"resourceSpans":[]}',
    })
    if (response.ok) return null
    return `${urls.otlp} refuses spans: ${response.status} ${await response.text()}`
  } catch {
    return `Nobody takes spans at ${urls.otlp}. OTEL_EXPORTER_OTLP_ENDPOINT says where the observer does.`
  }
}
