import { match, tempPath, type Match } from './labels.ts'

/** Folders for files that do not last. */
const roots = ['/tmp/', '/var/tmp/', '/private/tmp/', '\\Temp\\']
const folders = ['/var/folders/', '/private/var/folders/']

/**
 * A made-up name under a temporary folder, with the folder, at the slash at `at`: `/tmp/xyz123`,
 * `/tmp/tmp.Xy12AbCd`, `/var/folders/3k/0w…/T`. `/tmp/report.csv` is a name somebody chose, and stays.
 */
export function tempPathAt(text: string, at: number): Match {
  const second = text.charCodeAt(at + 1)
  if (second !== 116 && second !== 118 && second !== 112 && second !== 84) return 0
  for (const root of roots) {
    if (text.startsWith(root, at)) return made(text, at + root.length)
  }
  for (const folder of folders) {
    if (!text.startsWith(folder, at)) continue
    const first = nameEnd(text, at + folder.length)
    const end = nameEnd(text, first + 1)
    const inner = text.startsWith('/T/', end) ? made(text, end + 3) : 0
    return inner > 0 ? inner : match(end, tempPath)
  }
  return 0
}

function made(text: string, at: number): Match {
  const end = nameEnd(text, at)
  const name = text.slice(at, end)
  const dot = name.lastIndexOf('.')
  const stem =
    dot > 0 && /^\.[a-z]{1,5}$/.test(name.slice(dot)) && !/^tmp\.?$/.test(name.slice(0, dot))
      ? dot
      : name.length
  if (/^pytest-of-/.test(name)) return pytest(text, end)
  return isMadeUp(name.slice(0, stem)) ? match(at + stem, tempPath) : 0
}

/** `/tmp/pytest-of-root/pytest-12`: a counter. */
function pytest(text: string, at: number): Match {
  const end = nameEnd(text, at + 1)
  return /^\/pytest-\d+$/.test(text.slice(at, end)) ? match(end, tempPath) : 0
}

function nameEnd(text: string, at: number): number {
  let p = at
  while (p - at < 200 && /[\w.+-]/.test(text[p] ?? ' ')) p++
  return p
}

/** No word with a number behind it: `tmpab12cd`, `xyz123`, `build-9fK2xQ`, `3f9a01bc`. */
function isMadeUp(name: string): boolean {
  if (/^tmp[._-]?[A-Za-z0-9_]{4,}$/.test(name)) return true
  const last = name.split(/[.-]/).at(-1) ?? ''
  if (last.length < 6 || !/^\w+$/.test(last)) return false
  if (/^[a-z]{1,3}\d{3,}$/i.test(last)) return true
  const changes = last.match(/[a-z]+|[A-Z]+|\d+/g)?.length ?? 0
  return (
    changes >= 4 ||
    (changes >= 3 && /\d/.test(last) && !/^[A-Z]?[a-z]+_?\d+/.test(last)) ||
    /^(?=.*\d)(?=.*[a-f])[0-9a-f]{8,}$/.test(last)
  )
}
