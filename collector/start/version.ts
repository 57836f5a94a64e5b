import { createRequire } from 'node:module'
import { existsSync } from 'node:fs'

/** Version of the product: that of its package, beside the source and above the build. */
export const version = readVersion()

function readVersion(): string {
  const places = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url))
  const place = places.find((candidate) => existsSync(candidate))
  if (place === undefined) return 'unknown'
  const { version: found } = createRequire(import.meta.url)(place.pathname) as { readonly version: string }
  return found
}
