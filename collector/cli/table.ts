import { visible } from './visible.ts'

/** A column of a table: its heading, and how a row shows in it. */
export interface Column<Row> {
  readonly heading: string
  readonly cell: (row: Row) => string
  /** Numbers stand to the right. */
  readonly right?: boolean
  /** Colours a cell that is laid out already; called where a person reads. */
  readonly style?: (text: string, row: Row) => string
}

/** Plain text table with a heading line, each row in one line; nothing when there are no rows. `styled` colours its cells. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], styled = false): string {
  const cells = rows.map((row) => columns.map((column) => visible(column.cell(row))))
  const widths = columns.map(({ heading }, index) =>
    Math.max(heading.length, ...cells.map((line) => line[index]?.length ?? 0)),
  )
  const laidOut = (parts: readonly string[]): readonly string[] => {
    const line = parts.map((part, index) =>
      columns[index]?.right === true ? part.padStart(widths[index] ?? 0) : part.padEnd(widths[index] ?? 0),
    )
    const last = line.findLastIndex((part) => part.trim() !== '')
    return line.slice(0, last + 1).map((part, index) => (index === last ? part.trimEnd() : part))
  }
  const coloured = (parts: readonly string[], row: Row): readonly string[] =>
    parts.map((part, index) => columns[index]?.style?.(part, row) ?? part)
  return [
    laidOut(columns.map(({ heading }) => heading)),
    ...cells.map((parts, index) => {
      const row = rows[index]
      return styled && row !== undefined ? coloured(laidOut(parts), row) : laidOut(parts)
    }),
  ]
    .map((parts) => parts.join('  '))
    .join('\n')
}

/** `3 s`, `4 min`, `2 h`, `5 d`: a time span in one unit. */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000
  if (seconds < 100) return `${Math.round(seconds)} s`
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`
  return `${Math.round(seconds / 86_400)} d`
}
