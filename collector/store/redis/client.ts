import type { Cluster, Redis } from 'ioredis'

/** A connection to a server or to a cluster. */
export type Client = Redis | Cluster
