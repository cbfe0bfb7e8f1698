import { z } from 'zod'

const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .transform(Number)
const whole = z.string().regex(/^\d+$/).transform(Number).pipe(z.int())
const list = (text: string) => text.split(',').map((part) => part.trim())
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const Schedule = z.string().transform(list).pipe(z.array(decimal))
const DisableAfter = z
  .string()
  .transform(list)
  .pipe(z.tuple([decimal, whole, whole]))
  .transform(([seconds, failures, events]) => ({ seconds, failures, events }))

const url = (protocols: RegExp) => z.string().regex(protocols)

const Env = z.object({
  DATABASE_URL: url(/^postgres(ql)?:\/\//),
  REDIS_URL: url(/^rediss?:\/\//).optional(),
  ENCRYPTION_KEY: z.string().refine((keys) => list(keys).every((key) => Buffer.from(key, 'base64').length === 32)),
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  WEBHOOK_RETRY_SCHEDULE: Schedule.prefault('0,5,300,1800,7200,18000,36000,50400,72000,86400'),
  WEBHOOK_TIMEOUT_MS: whole.pipe(z.int().min(100).max(120_000)).default(15_000),
  WEBHOOK_DISABLE_AFTER: DisableAfter.prefault('259200,20,3'),
})

export type Env = z.infer<typeof Env>

const expected: Record<keyof Env, string> = {
  DATABASE_URL: 'a PostgreSQL connection string such as postgres://user:password@host:5432/database',
  REDIS_URL: 'redis://host:6379, or unset',
  ENCRYPTION_KEY:
    '32 bytes in base64 (make one with "openssl rand -base64 32"), or several of them separated by commas',
  WEBHOOK_ALLOW_PRIVATE: 'true or false',
  WEBHOOK_RETRY_SCHEDULE: 'seconds separated by commas, one for each attempt, such as 0,5,300',
  WEBHOOK_TIMEOUT_MS: 'a whole number of milliseconds from 100 to 120000',
  WEBHOOK_DISABLE_AFTER: 'seconds without a success, failures and distinct events, such as 259200,20,3',
}

/** @throws Error with a sentence that names the first bad variable and what it should be. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const { success, data, error } = Env.safeParse(given)
  if (success) return data
  const name = error.issues[0]?.path[0]
  if (typeof name === 'string' && name in expected) throw new Error(`${name} must be ${expected[name as keyof Env]}.`)
  throw error
}
