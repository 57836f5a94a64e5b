import type { ListingRole } from '../keys/listing-key.ts'

/** Most values that nobody knows beside a listing that surely is empty. */
const mostAside = 3

/** What a document says so far, if anything, of a listing that is empty. Each method tells whether it still may be. */
export class Findings {
  /** Values looked at. */
  nodes = 0
  #isEmpty = false
  #hasHits = false
  #hasItems = false
  #isZero = false
  #isNotFound = false
  #isCounted = false
  #isPaged = false
  #told = 0
  #ids = 0
  #others = 0

  /** The document says that there is nothing, and what else it says describes that. */
  sayNothing(): boolean {
    if (!this.#isEmpty || (this.#isCounted && !this.#isPaged)) return false
    const isSure = this.#hasHits || this.#isNotFound || (this.#hasItems && this.#isZero)
    if (this.#told > 0 && !this.#isNotFound) return false
    if (this.#others > (isSure ? mostAside : 0)) return false
    return this.#ids <= (isSure || this.#hasItems ? mostAside : 0)
  }

  /** `[]`, `{}`. */
  emptyContainer(role: ListingRole): boolean {
    if (role === 'hits') this.#hasHits = true
    if (role === 'items') this.#hasItems = true
    return this.nothing(role)
  }

  /** Null, no text, or a text that says so. */
  nothing(role: ListingRole): boolean {
    if (role === 'paging') this.#isPaged = true
    else if (role !== 'well' && role !== 'asked' && role !== 'columns') this.#isEmpty = true
    return true
  }

  total(isZero: boolean): boolean {
    if (isZero) this.#isZero = this.#isEmpty = true
    else this.#isCounted = true
    return true
  }

  /** Beyond the last page there may be as many as there are. */
  page(): boolean {
    this.#isPaged = true
    return true
  }

  notFound(): boolean {
    this.#isNotFound = this.#isEmpty = true
    return true
  }

  state(text: string): boolean {
    const state = text.toLowerCase()
    return fine.has(state) || (missing.test(state) && this.notFound())
  }

  /** Words beside: why it was not found, or that the search went well. */
  told(text: string): boolean {
    if (!wentWell.test(text)) this.#told++
    return true
  }

  /** A value of which only its key knows what it means. */
  aside(role: ListingRole): boolean {
    if (role === 'id') this.#ids++
    else this.#others++
    return this.#ids <= mostAside && this.#others <= mostAside
  }
}

const missing =
  /^(?:not[ _-]?found|no[ _-]?(?:results?|matche?s?|data|content|hits)|empty|zero_results|missing)$/
const fine: ReadonlySet<string> = new Set(['ok', 'success', '200', 'done', 'complete', 'completed'])
const wentWell =
  /^(?:ok|success|done|(?:the )?(?:search|query|request|operation) (?:was )?(?:completed|complete|succeeded|successful|executed)(?: successfully)?)[.!]?$/i
