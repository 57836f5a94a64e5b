import { maskSecrets } from '@loop-observer/rules'
import type { Right } from '../http/principal.ts'
import type { TokenSetting } from '../control/tokens.ts'
import { nearest } from './nearest.ts'
import type { Webhook } from '../outbox/webhooks/webhook.ts'
import type { OptionKind } from './options.ts'
import { parseWebhooks } from './webhook-option.ts'

/** A value of a setting: milliseconds for a duration, bytes for a size. */
export type OptionValue = string | number | readonly TokenSetting[] | readonly Webhook[]

/** A value, or what is wrong with it. */
export type Parsed =
  | { readonly ok: true; readonly value: OptionValue }
  | { readonly ok: false; readonly message: string }

/** Reads what a user wrote for a setting, as text or as a YAML value. */
export function parseOption(takes: OptionKind, written: unknown): Parsed {
  switch (takes.kind) {
    case 'text':
    case 'secret':
      return typeof written === 'string' && written !== ''
        ? good(written)
        : bad('must be text that is not empty')
    case 'integer':
      return parseInteger(written, takes.min, takes.max)
    case 'decimal':
      return parseDecimal(written, takes.min, takes.max)
    case 'url':
      return parseUrl(written)
    case 'duration':
      return parseQuantity(written, msPerUnit, {
        min: takes.minMs,
        max: takes.maxMs,
        example: '200ms, 10s, 24h or 30d',
      })
    case 'size':
      return parseQuantity(written, bytesPerUnit, {
        min: takes.minBytes,
        max: takes.maxBytes,
        example: '512KiB or 8MiB',
      })
    case 'choice': {
      if (typeof written === 'string' && takes.of.includes(written)) return good(written)
      const meant = nearest(String(written), takes.of)
      return bad(
        `must be one of ${takes.of.join(', ')}${meant === null ? '' : `; did you mean \`${meant}\`?`}`,
      )
    }
    case 'tokens':
      return parseTokens(written)
    case 'webhooks':
      return parseWebhooks(written)
  }
}

const msPerUnit: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const bytesPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  KB: 1000,
  MB: 1e6,
  GB: 1e9,
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
}

function good(value: OptionValue): Parsed {
  return { ok: true, value }
}

function bad(message: string): Parsed {
  return { ok: false, message }
}

function parseInteger(written: unknown, min: number, max: number): Parsed {
  const text = String(written).trim()
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return good(value)
  return bad(`must be a whole number from ${min} to ${max}, is \`${maskSecrets(text).slice(0, 40)}\``)
}

function parseDecimal(written: unknown, min: number, max: number): Parsed {
  const text = String(written).trim()
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (value >= min && value <= max) return good(value)
  return bad(`must be a number from ${min} to ${max}, is \`${maskSecrets(text).slice(0, 40)}\``)
}

/** User names and passwords belong into secrets, and what follows a `?` would end up in the path. */
function parseUrl(written: unknown): Parsed {
  const url = typeof written === 'string' ? URL.parse(written) : null
  const isPlain =
    url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) return good(String(written))
  return bad('must be an address such as `https://api.openai.com/v1`, without user, password and query')
}

function parseQuantity(
  written: unknown,
  units: Readonly<Record<string, number>>,
  range: { readonly min: number; readonly max: number; readonly example: string },
): Parsed {
  const match = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(String(written).trim())
  const unit = match === null ? undefined : units[match[2] ?? '']
  if (match === null || unit === undefined)
    return bad(`must be a number with a unit, such as ${range.example}`)
  const value = Math.round(Number(match[1]) * unit)
  if (value >= range.min && value <= range.max) return good(value)
  return bad(`must be from ${inUnits(range.min, units)} to ${inUnits(range.max, units)}`)
}

/** In the largest unit that it is a whole number of. */
function inUnits(value: number, units: Readonly<Record<string, number>>): string {
  const fitting = Object.entries(units).filter(([, size]) => value % size === 0)
  const [name, size] = fitting.toSorted(([, a], [, b]) => b - a)[0] ?? ['', 1]
  return `${value / size}${name}`
}

const rights: readonly Right[] = ['ingest', 'read', 'control']

/** A list of entries (YAML), or text: `TOKEN` or `RIGHT+RIGHT[@TENANT]=TOKEN`, separated by commas or lines. */
function parseTokens(written: unknown): Parsed {
  const entries = typeof written === 'string' ? written.split(/[,\n]/).map((entry) => entry.trim()) : written
  if (!Array.isArray(entries)) return bad('must be text or a list')
  const tokens: TokenSetting[] = []
  for (const [index, entry] of (entries as readonly unknown[]).entries()) {
    if (entry === '') continue
    const token = typeof entry === 'string' ? tokenFromText(entry) : tokenFromBlock(entry)
    if (typeof token === 'string') return bad(`entry ${index + 1}: ${token}`)
    tokens.push(token)
  }
  return tokens.length === 0 ? bad('must have at least one token') : good(tokens)
}

function tokenFromText(text: string): TokenSetting | string {
  const match = /^((?:ingest|read|control)(?:\+[a-z]+)*)(?:@([\w.-]+))?=(\S+)$/.exec(text)
  if (match === null) return checkedToken({ token: text, rights })
  const [, named = '', tenant, token] = match
  return checkedToken({ token, tenant, rights: named.split('+') })
}

function tokenFromBlock(entry: unknown): TokenSetting | string {
  if (typeof entry !== 'object' || entry === null) return 'must be text or a block of keys'
  const unknown = Object.keys(entry).find((key) => !['token', 'sha256', 'tenant', 'rights'].includes(key))
  if (unknown !== undefined) return `unknown key \`${unknown}\`; known here: token, sha256, tenant, rights`
  return checkedToken({ rights, ...entry })
}

function checkedToken(given: {
  readonly token?: unknown
  readonly sha256?: unknown
  readonly tenant?: unknown
  readonly rights: unknown
}): TokenSetting | string {
  const { token, sha256, tenant } = given
  const named = (Array.isArray(given.rights) ? given.rights : []) as readonly unknown[]
  const wrong = named.find((right) => !rights.some((known) => known === right))
  if (wrong !== undefined || named.length === 0) return `rights must be among ${rights.join(', ')}`
  if (tenant !== undefined && (typeof tenant !== 'string' || !/^[\w.-]{1,64}$/.test(tenant))) {
    return 'tenant must be 1 to 64 letters, digits, `_`, `.` or `-`'
  }
  const secret = secretOf(token, sha256)
  if (typeof secret === 'string') return secret
  const granted = rights.filter((right) => named.includes(right))
  return { ...secret, rights: granted, ...(tenant === undefined ? {} : { tenant }) }
}

function secretOf(token: unknown, sha256: unknown): Pick<TokenSetting, 'token' | 'sha256'> | string {
  if (typeof sha256 === 'string' && token === undefined) {
    return /^[0-9a-f]{64}$/i.test(sha256) ? { sha256: sha256.toLowerCase() } : 'sha256 must be 64 hex digits'
  }
  if (typeof token !== 'string' || sha256 !== undefined) return 'give either `token` or `sha256`, as text'
  return /^\S{8,}$/.test(token) ? { token } : 'a token has at least 8 characters and no spaces'
}
