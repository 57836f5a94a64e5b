/**
 * The running text of a message: its lines without code fences, tables, list items, headings,
 * quotes and rulers, in which look-alike lines are ordinary.
 */
export function proseLines(text: string): readonly string[] {
  const prose: string[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = /^\s{0,8}(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3)
    if (fence !== '') {
      if (mark === fence) fence = ''
    } else if (mark !== undefined) fence = mark
    else if (!structured.test(line)) prose.push(line)
  }
  return prose
}

const structured =
  /^(?: {4}|\t)|^\s*(?:[-*+•]\s|\d{1,4}[.)]\s|[a-z][.)]\s|#{1,6}\s|>|\||[-=_*]{3,}\s*$|\S+(?:\s*\|\s*\S*){2,})|^\s*$/i
