/** First and last byte of a shape's number. */
const firstId = 0x40
const lastId = 0x7f

interface Shape {
  readonly id: number
  readonly keys: readonly string[]
}

/** The numbers of key lists: some known to every reader, others told in the message that has them. */
export class ShapeTable {
  /** By number of keys. */
  private readonly known: Shape[][] = []
  private readonly ownFrom: number
  private own: Shape[] = []

  constructor(known: readonly (readonly string[])[]) {
    for (const [index, keys] of known.entries()) {
      const sameLength = (this.known[keys.length] ??= [])
      sameLength.push({ id: firstId + index, keys })
    }
    this.ownFrom = firstId + known.length
  }

  /** Begins another message, which tells its own shapes anew. */
  forget(): void {
    if (this.own.length > 0) this.own = []
  }

  /** The number of a key list, or -1 when this message has to tell it first. */
  find(keys: readonly string[]): number {
    const known = numberOf(this.known[keys.length], keys)
    return known === -1 && this.own.length > 0 ? numberOf(this.own, keys) : known
  }

  /** A number for a key list that the message tells now. When they are used up, the last one is told again and again. */
  add(keys: readonly string[]): number {
    const id = this.ownFrom + this.own.length
    if (id >= lastId) return lastId
    this.own.push({ id, keys })
    return id
  }
}

function numberOf(shapes: readonly Shape[] | undefined, keys: readonly string[]): number {
  if (shapes === undefined) return -1
  for (const shape of shapes) if (isSame(shape.keys, keys)) return shape.id
  return -1
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
