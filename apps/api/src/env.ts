import { isExposed } from '@matterbase/process'
import { z } from 'zod'

const Env = z.object({
  /** Where to listen. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  /** What links use, without a trailing slash. Default http://localhost:PORT. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Whose `X-Forwarded-For` is believed: how many proxies stand in front, or their addresses, separated by commas. */
  TRUST_PROXY: z
    .string()
    .regex(
      /^(\d{1,2}|[\da-fA-F.:/]+(\s*,\s*[\da-fA-F.:/]+)*|loopback)$/,
      'must be a number of proxies, or their addresses',
    )
    .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : text))
    .default(0),
  DATABASE_URL: z.url({ protocol: /^postgres(?:ql)?$/ }),
  /** One address, or those of a cluster's nodes separated by commas. */
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//)
    .optional(),
  /** Processes that share the port. More than one counts rate limits in Redis. */
  API_PROCESSES: z.coerce.number().int().min(1).max(64).default(1),
  /** 32 bytes in base64, or several separated by commas: the first seals, all of them open. */
  ENCRYPTION_KEY: z.string().min(1),
  /** Whether webhook endpoints may use http and private addresses. Link-local ones never. */
  WEBHOOK_ALLOW_PRIVATE: z.stringbool().default(false),
})

/** @throws Error naming each variable that is missing or wrong. */
export function readEnv(source: NodeJS.ProcessEnv) {
  // An empty variable is an unset one.
  const parsed = Env.safeParse(Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '')))
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  const env = parsed.data
  if (env.API_PROCESSES > 1 && env.REDIS_URL === undefined)
    throw new Error('API_PROCESSES: more than one needs REDIS_URL, where they share their rate counts')
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '')
  return { ...env, PUBLIC_URL: publicUrl, isExposed: isExposed(env.HOST, publicUrl) }
}
