import { createSealer } from '@matterbase/db'
import { z } from 'zod'

const number = (min: number, max: number, error: string) =>
  z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number(error).min(min, error).max(max, error))
const list = (test: (numbers: number[]) => boolean, error: string) =>
  z.string().refine((text) => /^[\d., ]+$/.test(text) && test(text.split(',').map(Number)), error)
const url = (protocol: RegExp, error: string) => z.url({ protocol, error })

const Env = z.object({
  PORT: number(1, 65_535, 'must be a port from 1 to 65535').default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: url(/^https?$/, 'must be an address like https://matterbase.example.com').optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'must look like postgresql://user:password@host:5432/database').optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/./, 'must look like redis://host:6379, or rediss://host:6379 for TLS')
    .optional(),
  API_PROCESSES: number(1, 64, 'must be a whole number from 1 to 64').default(1),
  ENCRYPTION_KEY: z
    .string()
    .refine(
      isKey,
      'must be 32 bytes in base64, as "openssl rand -base64 32" makes them, or several such keys separated by commas',
    )
    .optional(),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['true', 'false'], 'must be true or false').optional(),
  WEBHOOK_RETRY_SCHEDULE: list(
    (waits) => waits.every((wait) => wait >= 0),
    'must be seconds before each attempt, like 0,5,300',
  ).optional(),
  WEBHOOK_TIMEOUT_MS: number(1, 3_600_000, 'must be milliseconds, from 1 to 3600000').optional(),
  WEBHOOK_DISABLE_AFTER: list(
    (parts) => parts.length === 3,
    'must be three numbers: seconds without a success, failures, distinct events',
  ).optional(),
})

export type Env = z.infer<typeof Env>

/**
 * Reads the environment; an empty variable is one that is not set.
 *
 * @throws Error with one sentence for the first variable that will not do.
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const parsed = Env.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '')))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${issue?.path.join('.')} ${issue?.message}`)
}

function isKey(keys: string): boolean {
  try {
    createSealer(keys)
    return true
  } catch {
    return false
  }
}
