import { standsAt, unitAt, wordOf } from '../bytes/letters.ts'
import { isWord } from './chars.ts'
import { part, tempPath, type Part } from './labels.ts'

/** Folders for files that do not last. */
const roots = ['/tmp/', '/var/tmp/', '/private/tmp/', '\\Temp\\']
const folders = ['/var/folders/', '/private/var/folders/']

/**
 * A made-up name under a temporary folder, with the folder, at the slash at `at`: `/tmp/xyz123`,
 * `/tmp/tmp.Xy12AbCd`, `/var/folders/3k/0w…`. `/tmp/report.csv` is a name somebody chose, and stays.
 */
export function tempPathAt(text: Uint8Array, at: number): Part | null {
  const second = unitAt(text, at + 1)
  if (second !== 116 && second !== 118 && second !== 112 && second !== 84) return null
  const root = roots.find((name) => standsAt(text, at, name))
  if (root !== undefined) return partTo(at, madeUpEnd(text, at + root.length))
  const folder = folders.find((name) => standsAt(text, at, name))
  return folder === undefined ? null : partTo(at, userFolderEnd(text, at + folder.length))
}

function partTo(at: number, end: number): Part | null {
  return end > 0 ? part(at, end, tempPath) : null
}

/** macOS: two made-up names, `T`, then perhaps a third. */
function userFolderEnd(text: Uint8Array, at: number): number {
  const end = nameEnd(text, nameEnd(text, at) + 1)
  const inner = standsAt(text, end, '/T/') ? madeUpEnd(text, end + 3) : 0
  return inner > 0 ? inner : end
}

function madeUpEnd(text: Uint8Array, at: number): number {
  const end = nameEnd(text, at)
  const name = wordOf(text, at, end)
  if (name.startsWith('pytest-of-')) return counterEnd(text, end)
  const stem = isMadeUp(name) ? name.length : name.replace(/\.[a-z]{1,5}$/, '').length
  return isMadeUp(name.slice(0, stem)) ? at + stem : 0
}

/** `/tmp/pytest-of-root/pytest-12`: a counter. */
function counterEnd(text: Uint8Array, at: number): number {
  const end = nameEnd(text, at + 1)
  return /^\/pytest-\d+$/.test(wordOf(text, at, end)) ? end : 0
}

function nameEnd(text: Uint8Array, at: number): number {
  let p = at
  while (p - at < 128) {
    const unit = unitAt(text, p)
    if (!isWord(unit) && unit !== 45 && unit !== 46 && unit !== 43) break
    p++
  }
  return unitAt(text, p - 1) === 46 ? p - 1 : p
}

/** No word, and no word with a number behind it: `tmpab12cd`, `xyz123`, `build-9fK2xQ`, `3f9a01bc`. */
function isMadeUp(name: string): boolean {
  if (/^tmp[._-]?\w{4,}$/.test(name)) return true
  const last = name.split(/[.-]/).at(-1) ?? ''
  if (last.length < 6 || !/^\w+$/.test(last)) return false
  if (/^[a-z]{1,3}\d{3,}$/i.test(last)) return true
  if (/^(?=.*\d)(?=.*[a-f])[0-9a-f]{8,}$/.test(last)) return true
  const runs = last.match(/[a-z]+|[A-Z]+|\d+/g)?.length ?? 0
  return runs >= 4 || (runs === 3 && /\d/.test(last) && !/^[A-Z]?[a-z]+_?\d+/.test(last))
}
