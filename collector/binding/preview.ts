import { maskSecrets, type PolicyFile, type Preview } from '@loop-observer/rules'

/** How much content is kept for people. */
export type StoredContent = NonNullable<PolicyFile['storeContent']>

/** Most characters of a preview. */
export const previewChars = 160

/** Most characters kept of one field when all content is stored. */
export const fullChars = 65_536

/** What a person may see of a step, secrets masked. Null when there is nothing, or nothing may be kept. */
export function preview(
  content: { readonly args?: unknown; readonly observation?: unknown; readonly text?: string | null },
  stored: StoredContent,
): Preview | null {
  if (stored === 'none') return null
  const limit = stored === 'full' ? fullChars : previewChars
  const args = shorten(content.args, limit)
  const observation = shorten(content.observation, limit)
  const text = shorten(content.text ?? undefined, limit)
  return args === null && observation === null && text === null ? null : { args, observation, text }
}

// A secret that begins before the cut must still be recognised by its first characters.
const lookaheadChars = 80

function shorten(value: unknown, limit: number): string | null {
  if (value === undefined) return null
  const head =
    typeof value === 'string' ? value.slice(0, limit + lookaheadChars) : textOf(value, limit + lookaheadChars)
  const masked = maskSecrets(head)
  return alone(masked.length <= limit ? masked : `${masked.slice(0, limit - 1)}…`)
}

/** The same characters: a part of a text keeps the whole of it in memory for as long as it waits itself, a copy does not. */
function alone(part: string): string {
  return ` ${part}`.slice(1)
}

/** JSON text of a value, as far as `limit` characters need it. */
function textOf(value: unknown, limit: number): string {
  const out: string[] = []
  writeValue(value, out, { left: limit, depth: 0 })
  return out.join('').slice(0, limit)
}

interface Room {
  left: number
  depth: number
}

function writeValue(value: unknown, out: string[], room: Room): void {
  if (room.left <= 0 || room.depth > 16) return
  if (typeof value === 'string') return write(JSON.stringify(value.slice(0, room.left)), out, room)
  if (typeof value !== 'object' || value === null) return write(String(value), out, room)
  const isArray = Array.isArray(value)
  write(isArray ? '[' : '{', out, room)
  room.depth++
  let separator = ''
  for (const key in value) {
    if (room.left <= 0) break
    write(isArray ? separator : `${separator}${JSON.stringify(key.slice(0, room.left))}:`, out, room)
    writeValue((value as Readonly<Record<string, unknown>>)[key], out, room)
    separator = ','
  }
  room.depth--
  write(isArray ? ']' : '}', out, room)
}

function write(text: string, out: string[], room: Room): void {
  out.push(text)
  room.left -= text.length
}
