import { keyAt } from '../keys/key-table.ts'
import { keyOf } from './order.ts'
import { node, type Tape } from './tape.ts'

/** Where the sorted keys of an object stand. */
export interface Siblings {
  readonly from: number
  readonly to: number
  /** The object is an item of a list. */
  readonly isItem: boolean
}

/**
 * True for the score at `key` that says how well something else of the same object matches a question: of an
 * item of a list what was found stands beside it, of a list of scores another list does, and so of the best
 * of them all. An object's own score, a label's and a player's are content.
 */
export function isOfMatch(tape: Tape, key: number, { from, to, isItem }: Siblings): boolean {
  const ofMany = tape.kind(tape.next(key)) === node.list || isBest(tape, key)
  if (!isItem && !ofMany) return false
  for (let i = from; i < to; i++) {
    const other = keyOf(i)
    if (other === key) continue
    const value = tape.next(other)
    if (ofMany && tape.kind(value) === node.list && tape.count(value) > 0) return true
    if (isItem && found.test(nameOf(tape, other))) return true
  }
  return false
}

function isBest(tape: Tape, key: number): boolean {
  return nameOf(tape, key).startsWith('max')
}

function nameOf(tape: Tape, key: number): string {
  return keyAt(tape.text.bytes, tape.from(key), tape.to(key)).text
}

/** Keys of what a search finds. */
const found =
  /^_?(?:id|text|content|page_?content|body|snippet|passage|chunk|excerpt|highlights?|title|documents?|docs?|node|entity|record|payload|source|metadata|fields|url|link|href|path|file(?:_?(?:path|name))?|(?:doc|document|chunk|node|file)_?id)$/i
