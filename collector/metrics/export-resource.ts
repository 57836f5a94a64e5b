import { hostname } from 'node:os'
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources'

/** Who exports: the resource of the observer's own spans and metrics. */
export function exportResource(version: string): Resource {
  return resourceFromAttributes({
    'service.name': 'loop-observer',
    'service.version': version,
    'service.instance.id': `${hostname()}:${process.pid}`,
  })
}
