import { z } from 'zod'
import { databaseUrl } from './addresses.ts'
import { split } from './variable.ts'
import type { Variables } from './variable.ts'

const isKey = (text: string) => Buffer.from(text, 'base64').length === 32

/** Required by the api and the worker. `start` goes without, or generates them for the embedded database. */
export const requiredVariables = {
  DATABASE_URL: {
    schema: databaseUrl,
    must: 'look like postgresql://user:password@host:5432/database, or …@host:5432,host:5432/database?target_session_attrs=read-write',
    description:
      'PostgreSQL 14 or newer, as `postgresql://user:password@host:5432/database`. Separate several servers of one cluster by commas.',
    unset: '`start` runs the embedded database in `DATA_DIR`',
    isSecret: true,
    api: 'required',
    cli: 'optional',
    worker: 'required',
  },
  ENCRYPTION_KEY: {
    schema: z.string().refine((keys) => split(keys).every(isKey)),
    must: 'be 32 bytes in base64, as "openssl rand -base64 32" makes them, or several such keys separated by commas',
    description:
      '32 bytes in base64, which encrypt secrets and links at rest. Create one with `openssl rand -base64 32`. Separate several keys by commas. The first key encrypts, all keys decrypt.',
    unset: 'generated with the embedded database',
    isSecret: true,
    api: 'required',
    cli: 'optional',
    worker: 'required',
  },
} as const satisfies Variables
