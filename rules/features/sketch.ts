/** Most hashes that a sketch keeps. */
export const sketchSize = 64

/** Collects 32-bit hashes; their number is bounded by the text they come from. */
export class HashBag {
  #values = new Uint32Array(96)
  #count = 0

  add(hash: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Uint32Array(this.#values.length * 4)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count++] = hash
  }

  /** The smallest distinct hashes, ascending, at most {@link sketchSize}, and how many distinct ones there were. */
  sketch(): { readonly smallest: Uint32Array; readonly distinct: number } {
    const all = this.#values.subarray(0, this.#count)
    sortAscending(all)
    let distinct = 0
    for (let i = 0; i < all.length; i++) {
      const value = all[i] ?? 0
      if (distinct === 0 || value !== all[distinct - 1]) all[distinct++] = value
    }
    return { smallest: all.slice(0, Math.min(distinct, sketchSize)), distinct }
  }
}

/** Insertion sort where it beats the built-in: for the line counts of ordinary observations. */
function sortAscending(values: Uint32Array): void {
  if (values.length > 48) {
    values.sort()
    return
  }
  for (let i = 1; i < values.length; i++) {
    const value = values[i] ?? 0
    let at = i - 1
    while (at >= 0 && (values[at] ?? 0) > value) {
      values[at + 1] = values[at] ?? 0
      at--
    }
    values[at + 1] = value
  }
}
