import { commitCost, type EncodedCommit } from '../encoded-commit.ts'
import { createGroup } from '../group.ts'
import type { CommitResult } from '../store.ts'
import { mostRunsACall } from './scripts.ts'
import { shardCount, shardOf } from './shards.ts'

/** Most steps in one call: bounds how long the server does nothing else (a few milliseconds). */
const maxSteps = 512
/** Calls that may be under way at a time on a single server. */
const serverLanes = 4

/** How commits are grouped into calls. */
export interface ShardGroupOptions {
  /** A call may touch one slot only: shards do not share calls. */
  readonly clustered: boolean
  /** Makes one call. */
  readonly run: (commits: readonly EncodedCommit[]) => Promise<readonly CommitResult[]>
}

/** Where a run's commits are grouped. */
export interface ShardGroups {
  /** Commits, each in the calls of its shard; results in the order given. */
  commit(commits: readonly EncodedCommit[]): Promise<readonly CommitResult[]>
  drain(): Promise<void>
}

/**
 * Makes the groups: while a call is under way, the next commits gather for one call. In a cluster
 * each shard has its own calls, which share a pipeline by node; a single server's shards share
 * calls, since a call costs as much as some ten steps.
 */
export function createShardGroups({ clustered, run }: ShardGroupOptions): ShardGroups {
  const lanes = clustered ? shardCount : serverLanes
  const groups = Array.from({ length: lanes }, () =>
    createGroup({ cost: commitCost, maxCost: maxSteps, maxItems: mostRunsACall, run }),
  )
  return {
    commit: async (commits) => {
      const results: CommitResult[] = []
      const byLane = Map.groupBy(commits.entries(), ([, { key }]) => shardOf(key) % lanes)
      await Promise.all(
        [...byLane].map(async ([lane, places]) => {
          const made = (await groups[lane]?.addAll(places.map(([, commit]) => commit))) ?? []
          for (const [at, result] of made.entries()) results[places[at]?.[0] ?? 0] = result
        }),
      )
      return results
    },
    drain: async () => {
      await Promise.all(groups.map((group) => group.drain()))
    },
  }
}
