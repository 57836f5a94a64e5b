import { commitCost, type EncodedCommit } from '../encoded-commit.ts'
import { createGroup, type Group } from '../group.ts'
import type { CommitResult, RunKey } from '../store.ts'
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
  of(key: RunKey): Group<EncodedCommit, CommitResult>
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
    of: (key) => {
      const group = groups[shardOf(key) % lanes]
      if (!group) throw new RangeError('A run has no shard.')
      return group
    },
    drain: async () => {
      await Promise.all(groups.map((group) => group.drain()))
    },
  }
}
