/** Most hashes that a sketch keeps. */
export const sketchSize = 64

/** Below this number insertion sort beats the built-in. */
const fewHashes = 48

/** Hashes collected, reduced to what is kept of them. */
export interface Sketch {
  /** The smallest distinct hashes, ascending, at most {@link sketchSize}. */
  readonly smallest: Uint32Array
  /** How many distinct hashes there were. */
  readonly distinct: number
}

/** Collects 32-bit hashes; their number is bounded by the text they come from. */
export class HashBag {
  readonly #values: number[] = []

  add(hash: number): void {
    this.#values.push(hash)
  }

  sketch(): Sketch {
    const sorted =
      this.#values.length > fewHashes ? new Uint32Array(this.#values).sort() : insertionSort(this.#values)
    let distinct = 0
    let last = -1
    for (let i = 0; i < sorted.length; i++) {
      const value = sorted[i] ?? 0
      if (value !== last) sorted[distinct++] = value
      last = value
    }
    const size = Math.min(distinct, sketchSize)
    const smallest = new Uint32Array(size)
    for (let i = 0; i < size; i++) smallest[i] = sorted[i] ?? 0
    return { smallest, distinct }
  }
}

function insertionSort(values: number[]): number[] {
  for (let i = 1; i < values.length; i++) {
    const value = values[i] ?? 0
    let at = i - 1
    while (at >= 0 && (values[at] ?? 0) > value) {
      values[at + 1] = values[at] ?? 0
      at--
    }
    values[at + 1] = value
  }
  return values
}
