import { Prisma } from '@matterbase/db'

// Any number, the same in every worker: the first half of their locks' keys, beside their own numbers.
const lockClass = 7_270_212

export const lockAs = (worker: number) => Prisma.sql`SELECT pg_advisory_lock(${lockClass}::int, ${worker}::int)`

/** Whether the worker of a row of webhook_workers is alive, or on a connection that PostgreSQL takes for alive. */
export const isLocked = Prisma.sql`EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = ${lockClass} AND objid = webhook_workers.id AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`
