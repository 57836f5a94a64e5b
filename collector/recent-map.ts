/**
 * A map that remembers at least the `most` entries last written or read, and at most twice as many.
 * Cheaper than an exact least-recently-used order: two generations, the older forgotten as a whole.
 */
export class RecentMap<K, V> {
  readonly #most: number
  #young = new Map<K, V>()
  #old = new Map<K, V>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: K): V | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: K, value: V): void {
    this.#young.set(key, value)
    if (this.#young.size <= this.#most) return
    this.#old = this.#young
    this.#young = new Map()
  }

  /** Entries held now. */
  get size(): number {
    return this.#young.size + this.#old.size
  }
}
