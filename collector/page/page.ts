import { readFileSync } from 'node:fs'
import { bytes, type BodyResponse } from '../http/response.ts'
import type { Route } from '../http/route.ts'

/** Files of the page: path served, file in assets/. */
const files = {
  '/': 'index.html',
  '/page/page.css': 'page.css',
  '/page/dialog.css': 'dialog.css',
  '/page/runs.css': 'runs.css',
  '/page/run.css': 'run.css',
  '/page/timeline.css': 'timeline.css',
  '/page/report.css': 'report.css',
  '/page/main.js': 'main.js',
  '/page/acts.js': 'acts.js',
  '/page/address.js': 'address.js',
  '/page/advice.js': 'advice.js',
  '/page/api.js': 'api.js',
  '/page/budgets.js': 'budgets.js',
  '/page/chunks.js': 'chunks.js',
  '/page/colours.js': 'colours.js',
  '/page/columns.js': 'columns.js',
  '/page/decision.js': 'decision.js',
  '/page/dialog.js': 'dialog.js',
  '/page/dom.js': 'dom.js',
  '/page/every.js': 'every.js',
  '/page/facts.js': 'facts.js',
  '/page/filters.js': 'filters.js',
  '/page/find.js': 'find.js',
  '/page/format.js': 'format.js',
  '/page/found.js': 'found.js',
  '/page/limit-fields.js': 'limit-fields.js',
  '/page/log.js': 'log.js',
  '/page/map.js': 'map.js',
  '/page/passes.js': 'passes.js',
  '/page/pulse.js': 'pulse.js',
  '/page/report.js': 'report.js',
  '/page/run-store.js': 'run-store.js',
  '/page/run.js': 'run.js',
  '/page/runs.js': 'runs.js',
  '/page/step.js': 'step.js',
  '/page/steps.js': 'steps.js',
  '/page/thoughts.js': 'thoughts.js',
  '/page/timeline.js': 'timeline.js',
  '/page/tool-fields.js': 'tool-fields.js',
  '/page/tokens.js': 'tokens.js',
  '/page/why.js': 'why.js',
  '/page/icon.svg': 'icon.svg',
} as const

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** Nothing inline, nothing from elsewhere, not inside a frame: what agents wrote is never code here. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** The page: static files that everybody may read; what they show comes from the API with its rights. */
export function pageRoutes(): readonly Route[] {
  return Object.entries(files).map(([path, file]) => {
    const response = asset(file)
    return { method: 'GET', path, right: null, handle: () => response }
  })
}

function asset(file: string): BodyResponse {
  const read = readFileSync(new URL(`./assets/${file}`, import.meta.url))
  const body = file === files['/'] ? withPreloads(read.toString()) : read
  const type = contentTypes[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  return bytes(200, type, body, {
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  })
}

/** Names every module in the head: the browser asks for all of them at once instead of following imports. */
function withPreloads(html: string): Buffer {
  const links = Object.keys(files)
    .filter((path) => path.endsWith('.js'))
    .map((path) => `    <link rel="modulepreload" href="${path}" />\n`)
  return Buffer.from(html.replace('  </head>', `${links.join('')}  </head>`))
}
