/** Prisma's fragments of SQL, without its client: that takes a process 25 MB and a sixth of the time to start. */
export { empty, join, raw, Sql, sql } from '@prisma/client-runtime-utils'
