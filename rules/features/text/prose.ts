/** Marks the lines of running text: not those in which look-alikes are ordinary. */
export class Prose {
  #fence = ''

  /** True for a line outside code fences that is no table row, list item, heading, quote or ruler. */
  takes(line: string): boolean {
    const mark = fence.exec(line)?.[1] ?? ''
    if (this.#fence !== '') {
      if (mark === this.#fence) this.#fence = ''
      return false
    }
    this.#fence = mark
    return mark === '' && !structured.test(line)
  }
}

const fence = /^\s{0,8}(```|~~~)/

const structured =
  /^(?: {4}|\t)|^\s*(?:[-*+•]\s|\d{1,4}[.)]\s|[a-z][.)]\s|#{1,6}\s|>|\||[-=_*]{3,}\s*$|[^|]{1,80}\|[^|]*\|)|^\s*$/i
