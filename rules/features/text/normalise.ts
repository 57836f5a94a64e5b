/** Line ends as `\n`, no terminal escapes, byte order mark, or space at line ends; nothing masked. */
export function scanPlain(text: string): string {
  if (!needsWork.test(text)) return text
  return text
    .replace(/\r\n?/g, '\n')
    .replace(escapes, '')
    .replace(/^\ufeff/, '')
    .replace(/[ \t]+(?=\n)/g, '')
    .trimEnd()
}

const needsWork = /[\r\u001b\ufeff]|[ \t]\n|\s$/
// oxlint-disable-next-line no-control-regex -- terminal escapes are control characters (ECMA-48)
const escapes = /\u001b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,512}(?:\u0007|\u001b\\)|[^[\]])/g
