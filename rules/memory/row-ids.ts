/** Ids of what a row of a call table stands for. */
export interface RowIds {
  readonly step: string
  readonly span: string | null
  readonly call: string | null
}

// Control characters that separate records and units in ASCII.
const rowEnd = '\u001e'
const idEnd = '\u001f'

/**
 * `text` with one more row. The ids of all rows are one text: they are looked at only when something was
 * found, but kept, copied and stored with every step, and one text costs a fraction of two hundred.
 */
export function withRow(text: string, { step, span, call }: RowIds): string {
  return `${text}${plain(step)}${idEnd}${span === step ? '=' : plain(span ?? '')}${idEnd}${plain(call ?? '')}${rowEnd}`
}

/** `text` without its first rows. */
export function withoutRows(text: string, count: number): string {
  let from = 0
  for (let i = 0; i < count; i++) from = text.indexOf(rowEnd, from) + 1
  return text.slice(from)
}

/** Ids of every row, oldest first. */
export function rowIds(text: string): readonly RowIds[] {
  return text.split(rowEnd).slice(0, -1).map(read)
}

function read(row: string): RowIds {
  const [step = '', span = '', call = ''] = row.split(idEnd)
  return { step, span: span === '=' ? step : span || null, call: call || null }
}

function plain(id: string): string {
  return id.includes(rowEnd) || id.includes(idEnd) ? id.replaceAll(rowEnd, ' ').replaceAll(idEnd, ' ') : id
}
