import { escapeEnd } from './escape.ts'

/** `text` with `\n` as its only line end, and without terminal escapes and byte order mark. */
export function plainText(text: string): string {
  let plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  if (plain.includes('\u001b')) plain = withoutEscapes(plain)
  return plain.includes('\r') ? plain.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : plain
}

/** {@link plainText} without space at line ends and at the end, for text in which nothing is masked. */
export function trimmedText(text: string): string {
  const plain = plainText(text)
  if (!plain.includes('\n')) return plain.trimEnd()
  let out = ''
  let from = 0
  for (let at = plain.indexOf('\n'); at >= 0; at = plain.indexOf('\n', at + 1)) {
    const before = plain.charCodeAt(at - 1)
    if (before !== 32 && before !== 9) continue
    let end = at
    while (end > from && (plain.charCodeAt(end - 1) === 32 || plain.charCodeAt(end - 1) === 9)) end--
    out += plain.slice(from, end)
    from = at
  }
  return (out + plain.slice(from)).trimEnd()
}

function withoutEscapes(text: string): string {
  let out = ''
  let from = 0
  for (let at = text.indexOf('\u001b'); at >= 0; at = text.indexOf('\u001b', from)) {
    out += text.slice(from, at)
    from = escapeEnd(text, at)
  }
  return out + text.slice(from)
}
