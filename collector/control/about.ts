import { runSources } from '@loop-observer/rules'
import { json, type BodyResponse } from '../http/response.ts'
import type { ControlContext } from './context.ts'

/** `GET /v1/about`: which observer this is, where it takes spans, how far it goes by default. */
export function about({ version, otlp, store, policies }: ControlContext): BodyResponse {
  const modes = runSources.map((source) => {
    const { mode } = policies.forRun({ source, agent: null, attributes: {} }, null)
    return [source, mode] as const
  })
  return json(200, { version, otlp, store: store.name, modes: Object.fromEntries(modes) })
}
