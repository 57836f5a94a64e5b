import { clipText } from '../clip.ts'

/** Lines of one pass that are told apart. */
const mostLines = 1000
const longestLineChars = 4000

/**
 * The lines of an output that say that something fails, in their order, copies included. They are found
 * by words and marks that compilers, test runners, type checkers and linters have in common; no language
 * is parsed. What says that nothing failed ("0 errors"), that a case passed, or where it came from in a
 * stack is none of them.
 */
export function failingLines(output: string): readonly string[] {
  const lines = clipText(output)
    .replace(escapes, '')
    .split(/\r\n?|\n/)
  const failing: string[] = []
  for (const line of lines) {
    if (failing.length === mostLines) break
    const text = line.slice(0, longestLineChars).trim()
    if (text !== '' && isFailing(text)) failing.push(text)
  }
  return failing
}

/** The last lines that say anything: of an output that failed and has no line that says how. */
export function lastLines(output: string): readonly string[] {
  const lines = clipText(output)
    .replace(escapes, '')
    .split(/\r\n?|\n/)
  return lines
    .map((line) => line.slice(0, longestLineChars).trim())
    .filter((line) => line !== '')
    .slice(-3)
}

function isFailing(line: string): boolean {
  if (passed.test(line) || frame.test(line)) return false
  if (marks.test(line) || place.test(line) || types.test(line)) return true
  return words.test(line.replace(nothing, ''))
}

// oxlint-disable-next-line no-control-regex -- terminal escapes begin with one.
const escapes = /\u001b\[[0-?]{0,32}[@-~]/g
const passed =
  /^(?:[✓✔√☑]|ok\b|\[?pass(?:ed)?\b)|(?:(?<!\d )\bpassed|\.\.\.? ?ok|\bok)(?: [([].{0,40}[)\]])?$/i
const frame = /^(?:at\s|File "|#\d+ |\.\.\. \d+ more|goroutine \d+)/
const marks = /^(?:[✗✘✖✕×⨯❌●]\s|not ok\b)/
/** `src/a.ts:12:3`, `src/a.ts(12,3)`: a complaint about a place. */
const place = /^\S{1,400}?\.\w{1,8}(?::\d+:\d+\b|\(\d+,\d+\))/
const words =
  /\b(?:errors?|fail(?:s|ed|ing|ures?)?|fatal|panic(?:ked)?|exception|assertion|assert\w*error|traceback|undefined reference|violations?)\b/i
/** `TypeError`, `java.lang.IllegalStateException`; not the name of a file such as `reproduce_error`. */
const types = /\b[A-Z]\w*(?:Error|Exception)\b/
const nothing =
  /\b(?:0|no|zero|without) (?:\w+ ){0,2}?(?:errors?|fail\w*|exceptions?|violations?)\b|\b(?:errors?|fail\w*|exceptions?|violations?)\s*[:=]\s*(?:0|none|\[\])(?![\d.])/gi
