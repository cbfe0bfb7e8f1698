import { lockClasses, Prisma } from '@matterbase/db'

export const lockAs = (worker: number) =>
  Prisma.sql`SELECT pg_advisory_lock(${lockClasses.worker}::int, ${worker}::int)`

/** True if the worker of a row of webhook_workers has its lock. */
export const isLocked = Prisma.sql`EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = ${lockClasses.worker} AND objid = webhook_workers.id AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`
