/** A field that differed so far in every pair of answers that was not all equal. */
export interface Field {
  readonly path: number
  /** Where its number has got to since the first answer, and how far it went for that, in steps of about 1 %. */
  readonly net: number
  readonly way: number
  /** How often it turned round. */
  readonly turns: number
  /** 1 up, -1 down, 0 not known, the last time it moved. */
  readonly heading: number
}

/** What is kept of one call whose answers are compared. */
export interface Watched {
  readonly gist: number
  /** The lane's epoch and place when it was answered last. */
  readonly epoch: number
  readonly ordinal: number
  /** Answers in a row that are equal but for the fields. */
  readonly streak: number
  /** Pairs of them in which fields differed. */
  readonly pairs: number
  /** How often a value came back that had stood there before. */
  readonly returns: number
  readonly fields: readonly Field[]
  /** Hashes of what stood in the fields lately, oldest first. */
  readonly recent: Uint32Array
  /** Of the newest answer. */
  readonly leaves: Uint32Array
  readonly lines: Uint32Array
}

const FIELD = 5

/** Watched calls as one list of numbers that a store can pack, at most about 0.5 KB each. */
export function packWatched(all: readonly Watched[]): Uint32Array {
  const numbers: number[] = []
  for (const { gist, epoch, ordinal, streak, pairs, returns, fields, recent, leaves, lines } of all) {
    numbers.push(gist, epoch, ordinal, streak, pairs, returns)
    numbers.push(fields.length, recent.length, leaves.length, lines.length)
    for (const { path, net, way, turns, heading } of fields) numbers.push(path, net, way, turns, heading)
    numbers.push(...recent, ...leaves, ...lines)
  }
  // Negative numbers wrap, and come back when read as signed.
  return Uint32Array.from(numbers)
}

/** The calls that {@link packWatched} packed. */
export function unpackWatched(packed: Uint32Array): readonly Watched[] {
  const all: Watched[] = []
  for (let at = 0; at < packed.length;) {
    const [gist = 0, epoch = 0, ordinal = 0, streak = 0, pairs = 0, returns = 0] = packed.subarray(at, at + 6)
    const [fields = 0, recent = 0, leaves = 0, lines = 0] = packed.subarray(at + 6, at + 10)
    const take = (from: number, length: number): Uint32Array => packed.subarray(from, from + length)
    const fieldsAt = at + 10
    const recentAt = fieldsAt + fields * FIELD
    const leavesAt = recentAt + recent
    const linesAt = leavesAt + leaves
    all.push({
      gist,
      epoch,
      ordinal,
      streak,
      pairs,
      returns,
      fields: Array.from({ length: fields }, (_, i) => fieldOf(take(fieldsAt + i * FIELD, FIELD))),
      recent: take(recentAt, recent),
      leaves: take(leavesAt, leaves),
      lines: take(linesAt, lines),
    })
    at = linesAt + lines
  }
  return all
}

function fieldOf([path = 0, net = 0, way = 0, turns = 0, heading = 0]: Uint32Array): Field {
  return { path, net: net | 0, way, turns, heading: heading | 0 }
}
