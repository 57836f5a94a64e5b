import { bytes, json, text, type BodyResponse } from '../http/response.ts'
import type { ControlContext } from './context.ts'
import { openApiDocument } from './openapi.ts'

/** `GET /metrics`: the Prometheus text format. */
export async function metrics(context: ControlContext): Promise<BodyResponse> {
  const { contentType, text: body } = await context.metrics.render()
  return bytes(200, contentType, body)
}

/** `GET /healthz`: the process answers. */
export function healthz(): BodyResponse {
  return text(200, 'ok\n')
}

/** `GET /readyz`: the store answers. Throws RetryableError when it does not. */
export async function readyz(context: ControlContext): Promise<BodyResponse> {
  await context.store.ping()
  return text(200, 'ready\n')
}

/** `GET /openapi.json`: what this server serves. */
export function openapi(context: ControlContext): BodyResponse {
  return json(200, openApiDocument(context.version))
}
