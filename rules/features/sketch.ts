import { sortHashes } from './sort-hashes.ts'

/** Most hashes that a sketch keeps. */
export const sketchSize = 64

/** Hashes collected, reduced to what is kept of them. */
export interface Sketch {
  /** The smallest distinct hashes, ascending, at most {@link sketchSize}. */
  readonly smallest: Uint32Array
  /** How many distinct hashes there were. */
  readonly distinct: number
}

/** A buffer that no bag uses: making one costs more than filling it. */
let spare: Uint32Array | null = null

/** Collects 32-bit hashes; their number is bounded by the text they come from. */
export class HashBag {
  #values: Uint32Array
  #count = 0

  constructor() {
    this.#values = spare ?? new Uint32Array(512)
    spare = null
  }

  add(hash: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Uint32Array(this.#values.length * 4)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count++] = hash
  }

  /** What is kept of the hashes. The bag is empty after that. */
  sketch(): Sketch {
    const values = this.#values
    const count = this.#count
    sortHashes(values, count)
    let distinct = 0
    for (let i = 0; i < count; i++) {
      const value = values[i] ?? 0
      if (distinct === 0 || value !== values[distinct - 1]) values[distinct++] = value
    }
    this.#count = 0
    if (values.length <= 8192) spare = values
    this.#values = noValues
    return { smallest: values.slice(0, Math.min(distinct, sketchSize)), distinct }
  }
}

const noValues = new Uint32Array(1)
