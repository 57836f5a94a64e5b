import { embeddedJson } from '../json/embedded.ts'

/** What an output says before its lines are read. */
export interface Output {
  /** All of its text. */
  readonly text: string
  /** As its exit code or its own flag has it; null when it has neither. */
  readonly passed: boolean | null
  /** What fails, where the output lists it; null when it is text. */
  readonly items: readonly string[] | null
}

/** Reads the output of a tool: text, or JSON with an exit code, streams, or a list of what fails. */
export function readOutput(observation: unknown): Output {
  const value = typeof observation === 'string' ? (embeddedJson(observation) ?? observation) : observation
  if (typeof value === 'string') return { text: value, passed: exitOfText(value), items: null }
  if (typeof value !== 'object' || value === null) return { text: '', passed: null, items: null }
  if (Array.isArray(value)) return fromParts(value)
  const fields = value as Readonly<Record<string, unknown>>
  const items = itemsOf(fields)
  const text = streams
    .map((name) => fields[name])
    .filter((part) => typeof part === 'string')
    .join('\n')
  return {
    text: text === '' && items === null ? textIn(fields) : text,
    passed: passedOf(fields, text),
    items,
  }
}

/** Parts of a message, as MCP has them: `[{ type: 'text', text }]`. */
function fromParts(parts: readonly unknown[]): Output {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    const text = typeof part === 'object' && part !== null && 'text' in part ? part.text : ''
    return typeof text === 'string' ? text : ''
  })
  const [only] = texts
  if (texts.length === 1 && only !== undefined) return readOutput(only === '' ? null : only)
  const text = texts.join('\n')
  return { text, passed: exitOfText(text), items: null }
}

const streams = ['stdout', 'stderr', 'output', 'message', 'text', 'error']
const lists = ['failures', 'errors', 'issues', 'problems', 'violations', 'diagnostics']
const codes = [
  'exit_code',
  'exitCode',
  'exit_status',
  'exitStatus',
  'returncode',
  'return_code',
  'returnCode',
  'code',
]
const flags = ['passed', 'valid', 'success', 'ok']
const mostItems = 1000

function itemsOf(fields: Readonly<Record<string, unknown>>): readonly string[] | null {
  const list = lists.map((name) => fields[name]).find((each) => Array.isArray(each))
  if (!Array.isArray(list)) return null
  return list
    .slice(0, mostItems)
    .map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
    .filter((item) => typeof item === 'string' && item.trim() !== '')
}

function passedOf(fields: Readonly<Record<string, unknown>>, text: string): boolean | null {
  const code = codes.map((name) => fields[name]).find((each) => Number.isInteger(each))
  if (code !== undefined) return code === 0
  if (fields['isError'] === true) return false
  const flag = flags.map((name) => fields[name]).find((each) => typeof each === 'boolean')
  return typeof flag === 'boolean' ? flag : exitOfText(text)
}

/** Of an object without streams: `content` as MCP has it, else the whole. */
function textIn(fields: Readonly<Record<string, unknown>>): string {
  const { content } = fields
  if (typeof content === 'string') return content
  return Array.isArray(content) ? fromParts(content).text : JSON.stringify(fields)
}

const edgeChars = 400
const exit =
  /(?:^|\n|[[(<]|\b(?:process|command) )\s*(?:exit(?:ed with|ed)?(?:[ _]?(?:status|code))?|return(?:ed)? ?code|status)\W{1,4}(-?\d{1,5})\b/gi

/** `exit code: 1` at the beginning or the end of a text. */
function exitOfText(text: string): boolean | null {
  const edges =
    text.length <= edgeChars * 2 ? text : `${text.slice(0, edgeChars)}\n…\n${text.slice(-edgeChars)}`
  const last = [...edges.matchAll(exit)].at(-1)
  return last?.[1] === undefined ? null : Number(last[1]) === 0
}
