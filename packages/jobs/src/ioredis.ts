// A module of its own, because most servers have no Redis and need not load what speaks to it.
export { Cluster, Redis } from 'ioredis'
