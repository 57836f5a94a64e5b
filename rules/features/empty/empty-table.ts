/** Longest head of a table, UTF-16 code units. */
const maxTableChars = 4000

/**
 * True for a table of which only the head is there, as psql (`(0 rows)` below it), pandas
 * (`Empty DataFrame`) and Markdown write them.
 */
export function isEmptyTable(text: string): boolean {
  if (text.length > maxTableChars) return false
  const table = text.trim()
  if (table.startsWith('Empty DataFrame'))
    return /^Empty DataFrame\nColumns: [^\n]*\nIndex: \[\]$/.test(table)
  const [head = '', ruler = '', end, ...rest] = table.split('\n', 4)
  if (rest.length > 0 || !isRuler(ruler.trim())) return false
  if (end !== undefined) return end.trim() === '(0 rows)'
  return head.trimStart().startsWith('|') && ruler.includes('|')
}

/** Of one column only `(0 rows)` below tells it from the line under a title. */
function isRuler(line: string): boolean {
  return line.includes('--') && /^[-+|: ]+$/.test(line)
}
