import { z } from 'zod'
import { databaseUrl, redisUrl } from './addresses.ts'
import type { Variables } from './variable.ts'

/** Where data is stored, in addition to `DATABASE_URL`. */
export const databaseVariables = {
  DATA_DIR: {
    schema: z.string(),
    must: 'be a folder',
    description: 'Folder of the embedded database, the generated encryption key and `demo.env`.',
    cli: { default: '.data' },
  },
  DATABASE_DIRECT_URL: {
    schema: databaseUrl,
    must: 'look like postgresql://user:password@host:5432/database, and point to PostgreSQL itself',
    description: 'PostgreSQL itself, if `DATABASE_URL` points to a connection pooler such as PgBouncer.',
    isSecret: true,
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  DATABASE_REPLICA_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    must: 'look like postgresql://user:password@host:5432/database, and point to a standby of PostgreSQL itself',
    description: 'A streaming standby of the database. Exports are read from it.',
    isSecret: true,
    api: 'optional',
    cli: 'optional',
  },
  REDIS_URL: {
    schema: redisUrl,
    must: 'look like redis://host:6379, or rediss://host:6379 for TLS; a Cluster is redis://host:6379,host:6379, Sentinels are redis-sentinel://host:26379,host:26379#name',
    description:
      'Redis for the webhook queues and the rate limits: one server, a Cluster or Sentinels. If unset, the queues are in PostgreSQL and one API process counts requests in memory.',
    required: 'With `API_PROCESSES` above 1, or several servers in `DATABASE_URL`',
    isSecret: true,
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  BACKUP_PASSPHRASE: {
    schema: z.string(),
    must: 'be a passphrase',
    description:
      'Passphrase that encrypts and decrypts backups, at least 12 characters. `--passphrase-file` takes precedence.',
    isSecret: true,
    cli: 'optional',
  },
} as const satisfies Variables
