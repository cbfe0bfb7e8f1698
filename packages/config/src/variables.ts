import { z } from 'zod'
import { databaseUrl, redisUrl } from './addresses.ts'
import { mailVariables } from './mail-variables.ts'
import { tracingVariables } from './tracing/variables.ts'
import { split, whole } from './variable.ts'
import type { Variable } from './variable.ts'
import { webhookVariables } from './webhook-variables.ts'

const isKey = (text: string) => Buffer.from(text, 'base64').length === 32

/**
 * Every environment variable of the server's programs, its one rule, and which program reads it. The cli goes
 * without what it only hands on to the api and the worker, or makes itself for the embedded database.
 */
export const variables = {
  PORT: {
    // With 0 the system picks one.
    schema: whole(0, 65_535),
    must: 'be a port from 1 to 65535',
    api: { default: '3000' },
    cli: { default: '3000' },
  },
  WORKER_PORT: {
    schema: whole(1, 65_535),
    must: 'be a port from 1 to 65535',
    cli: 'optional',
    worker: 'optional',
  },
  HOST: {
    schema: z.string(),
    must: 'be an address to listen on',
    api: { default: '0.0.0.0' },
    cli: 'optional',
    worker: { default: '0.0.0.0' },
  },
  PUBLIC_URL: {
    schema: z
      .url({ protocol: /^https?$/ })
      .refine((url) => URL.canParse(url) && new URL(url).href === `${new URL(url).origin}/`)
      .transform((url) => new URL(url).origin),
    must: 'be an address without a path, like https://matterbase.example.com',
    api: 'optional',
    cli: 'optional',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .regex(/^(\d{1,2}|[\da-fA-F.:/]+(\s*,\s*[\da-fA-F.:/]+)*|loopback)$/)
      .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : text)),
    must: 'be a number of proxies, or their addresses',
    api: { default: '0' },
    cli: 'optional',
  },
  METRICS_PORT: { schema: whole(1, 65_535), must: 'be a port from 1 to 65535', api: 'optional', cli: 'optional' },
  METRICS_HOST: {
    schema: z.string(),
    must: 'be an address to listen on',
    api: { default: '127.0.0.1' },
    cli: 'optional',
  },
  DATA_DIR: { schema: z.string(), must: 'be a folder', cli: { default: '.data' } },
  DATABASE_URL: {
    schema: databaseUrl,
    must: 'look like postgresql://user:password@host:5432/database, or …@host:5432,host:5432/database?target_session_attrs=read-write',
    api: 'required',
    cli: 'optional',
    worker: 'required',
  },
  DATABASE_DIRECT_URL: {
    schema: databaseUrl,
    must: 'look like postgresql://user:password@host:5432/database, and lead to PostgreSQL itself',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  DATABASE_REPLICA_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    must: 'look like postgresql://user:password@host:5432/database, and lead to a standby of PostgreSQL itself',
    api: 'optional',
    cli: 'optional',
  },
  REDIS_URL: {
    schema: redisUrl,
    must: 'look like redis://host:6379, or rediss://host:6379 for TLS; a Cluster is redis://host:6379,host:6379, Sentinels are redis-sentinel://host:26379,host:26379#name',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  API_PROCESSES: {
    schema: whole(1, 64),
    must: 'be a whole number from 1 to 64',
    api: { default: '1' },
    cli: { default: '1' },
  },
  ENCRYPTION_KEY: {
    schema: z.string().refine((keys) => split(keys).every(isKey)),
    must: 'be 32 bytes in base64, as "openssl rand -base64 32" makes them, or several such keys separated by commas',
    api: 'required',
    cli: 'optional',
    worker: 'required',
  },
  BACKUP_PASSPHRASE: { schema: z.string(), must: 'be a passphrase', cli: 'optional' },
  ...webhookVariables,
  ...mailVariables,
  LOG_FORMAT: {
    schema: z.enum(['json', 'text']),
    must: 'be json or text',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error']),
    must: 'be debug, info, warn or error',
    api: { default: 'info' },
    cli: 'optional',
    worker: { default: 'info' },
  },
  ...tracingVariables,
} as const satisfies Readonly<Record<string, Variable>>
