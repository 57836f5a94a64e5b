import { modes, runSources } from '@loop-observer/rules'
import { z } from 'zod'

/** Answer of `GET /v1/about`. */
export const aboutObserver = z
  .strictObject({
    version: z.string(),
    otlp: z
      .strictObject({
        http: z.string().describe('OTLP over HTTP, without `/v1/traces`.'),
        grpc: z.string().describe('OTLP over gRPC.'),
      })
      .describe('Where spans are taken, as the observer listens: its host may be a wildcard.'),
    store: z.string().describe('`sqlite` or `redis`.'),
    modes: z
      .strictObject(Object.fromEntries(runSources.map((source) => [source, z.enum(modes)])))
      .describe('How far the observer goes by default, by how a run is attached; routes may say otherwise.'),
  })
  .meta({ id: 'About', description: 'Which observer this is.' })
