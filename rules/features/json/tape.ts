import { ByteBuffer } from '../bytes/byte-buffer.ts'

/** What a place of a tape holds. */
export const node = { nothing: 0, true: 1, false: 2, number: 3, string: 4, list: 5, object: 6 } as const

/** What is known of a string: bits of {@link classOf}, of all its bytes together. */
export const trait = {
  /** Digits, `/` and `\`, with which volatile parts begin. */
  mayMask: 8,
  /** Control characters, line ends among them. */
  control: 16,
  lineEnd: 32,
  /** Beyond ASCII. */
  wide: 64,
  /** `"`, `\` and control characters, which JSON escapes. */
  escaped: 128,
} as const

/** Numbers of an entry. */
const size = 3

/**
 * JSON documents as entries of three numbers, values behind one another, each container before what it holds:
 * kind and traits, then of a scalar where it begins and ends, of a container where the next value stands
 * and how many it holds. Of an object's members the key, a string, comes first.
 */
export class Tape {
  /** Where the documents' text stands; behind it what had to be unescaped. */
  readonly text = new ByteBuffer()
  length = 0
  #entries = new Int32Array(3 * 1024)

  clear(): void {
    if (this.#entries.length > mostKept) this.#entries = new Int32Array(3 * 1024)
    this.length = 0
    this.text.clear()
  }

  /** Adds an entry and returns its place. */
  add(kind: number, from: number, to: number): number {
    const at = this.length
    if (at + size > this.#entries.length) this.#grow()
    const entries = this.#entries
    entries[at] = kind
    entries[at + 1] = from
    entries[at + 2] = to
    this.length = at + size
    return at
  }

  /** The container at `at` is complete. */
  close(at: number, count: number): void {
    this.#entries[at + 1] = this.length
    this.#entries[at + 2] = count
  }

  #grow(): void {
    const larger = new Int32Array(this.#entries.length * 2)
    larger.set(this.#entries)
    this.#entries = larger
  }

  /** One of {@link node}. */
  kind(at: number): number {
    return (this.#entries[at] ?? 0) & 7
  }

  /** Bits of {@link trait}. */
  traits(at: number): number {
    return this.#entries[at] ?? 0
  }

  isContainer(at: number): boolean {
    return this.kind(at) >= node.list
  }

  /** Where a scalar's text begins: what a string holds, without quotes. */
  from(at: number): number {
    return this.#entries[at + 1] ?? 0
  }

  /** Where a scalar's text ends. */
  to(at: number): number {
    return this.#entries[at + 2] ?? 0
  }

  /** Items of a list, members of an object. */
  count(at: number): number {
    return this.#entries[at + 2] ?? 0
  }

  /** The first item of a list, the first key of an object. */
  first(at: number): number {
    return at + size
  }

  /** What stands behind a value with all that it holds. */
  next(at: number): number {
    return this.isContainer(at) ? (this.#entries[at + 1] ?? 0) : at + size
  }

  /** Text of a scalar. */
  textOf(at: number): string {
    return this.text.text(this.from(at), this.to(at))
  }
}

/** Entries of a tape that is kept for the next document. */
const mostKept = 256 * 1024
