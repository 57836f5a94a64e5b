import type { AttributeValue } from '../receiver/span-view.ts'
import { parsed } from './fields.ts'
import { pythonKeywords, pythonLiteral } from './python-literal.ts'

/**
 * The value in a text: JSON whose beginning `head` knows, JSON quoted once more, or what Python's
 * `repr` wrote. All other text is left as it is, unparsed. Undefined for a message that was cut
 * off before its content.
 */
export function openText(text: string, head: RegExp): AttributeValue | undefined {
  let value: AttributeValue = text
  for (let depth = 0; depth < 3 && typeof value === 'string'; depth++) {
    const inner = openOnce(value, head)
    if (inner === value || inner === undefined) return inner
    value = inner
  }
  return value
}

function openOnce(text: string, head: RegExp): AttributeValue | undefined {
  if (head.test(text)) {
    const inner = parsed(text)
    if (inner !== text) return inner
    if (cutMessage.test(text)) return contentBeforeCut(text)
  }
  if (pythonHead.test(text)) return pythonLiteral(text) ?? text
  return messageHead.test(text) ? (pythonKeywords(text) ?? text) : text
}

const pythonHead = /^\s*(?:(?:[[({]\s*){1,3}'|(?:\[\s*)?(?:ToolMessage|Command)\()/
const messageHead = /^content=['"]/
/** A LangChain message, known by what its other fields would make different in every call. */
const cutMessage = /^\s*\{[^]{0,200}"(?:lc|tool_call_id|additional_kwargs)"\s*:/

/** The content as far as the limit of an exporter left it: compared as a prefix. */
function contentBeforeCut(text: string): string | undefined {
  const content = /"content"\s*:\s*("(?:[^"\\]|\\.)*)/.exec(text)?.[1]
  if (content === undefined) return undefined
  const whole = parsed(`${content}"`)
  return typeof whole === 'string' ? whole : undefined
}
