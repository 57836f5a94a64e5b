import { existsSync, readFileSync } from 'node:fs'

/** Version of the product: that of its package, beside the source and above the build. */
export const version = readVersion()

function readVersion(): string {
  const places = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url))
  const place = places.find((candidate) => existsSync(candidate))
  if (place === undefined) return 'unknown'
  return (JSON.parse(readFileSync(place, 'utf8')) as { readonly version: string }).version
}
