/** End of a terminal escape sequence at `at` (ECMA-48: CSI, OSC, or two characters). */
export function escapeEnd(text: string, at: number): number {
  const kind = text.charCodeAt(at + 1)
  if (kind === 91) return controlEnd(text, at + 2)
  if (kind === 93) return commandEnd(text, at + 2)
  return Math.min(at + 2, text.length)
}

function controlEnd(text: string, at: number): number {
  let p = at
  while (p < text.length && p - at < 64) {
    const unit = text.charCodeAt(p)
    if (unit < 32 || unit > 126) return p
    p++
    if (unit >= 64) return p
  }
  return p
}

function commandEnd(text: string, at: number): number {
  let p = at
  while (p < text.length && p - at < 512) {
    const unit = text.charCodeAt(p)
    if (unit === 10 || unit === 13) return p
    p++
    if (unit === 7) return p
    if (unit === 27 && text.charCodeAt(p) === 92) return p + 1
  }
  return p
}
