import { RecentMap } from '../../recent-map.ts'

/** What is remembered of sessions between two hooks. */
export class HookSessions {
  readonly #begun = new RecentMap<string, number>(10_000)
  readonly #starts = new RecentMap<string, number>(10_000)
  readonly #heard = new RecentMap<string, number>(10_000)

  /** A call begins. */
  begin(call: string, atMs: number): void {
    this.#begun.set(call, atMs)
  }

  /**
   * When a call began that has ended: as `begin` said, else now. Calls of one turn run side by side; one
   * that began before another that has ended, and is judged, would come too late for its place, so it
   * counts as begun with that one.
   */
  startOf(call: string, lane: string, endMs: number): number {
    const begunMs = Math.min(this.#begun.get(call) ?? endMs, endMs)
    const startMs = Math.max(begunMs, this.#starts.get(lane) ?? 0)
    this.#starts.set(lane, startMs)
    return startMs
  }

  /** Newest decision that the lane was told, or undefined when this process does not know. */
  heard(lane: string): number | undefined {
    return this.#heard.get(lane)
  }

  /** The lane was told of decisions up to `seq`. */
  tell(lane: string, seq: number): void {
    this.#heard.set(lane, seq)
  }
}
