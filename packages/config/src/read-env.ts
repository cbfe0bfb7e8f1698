import type { z } from 'zod'
import { variables } from './variables/index.ts'
import type { Variable } from './variables/variable.ts'

type Variables = typeof variables
export type Program = 'api' | 'cli' | 'worker'

type Value<V, P extends Program> = V extends { schema: infer S extends z.ZodType }
  ? V extends { [program in P]: 'optional' }
    ? z.output<S> | undefined
    : z.output<S>
  : never

/** The values of a program's variables. An optional variable that is not set is undefined. */
export type Env<P extends Program> = {
  readonly [N in keyof Variables as P extends keyof Variables[N] ? N : never]: Value<Variables[N], P>
}

/**
 * Reads a program's variables. An empty value counts as unset.
 *
 * @throws Error that names the first variable that is missing or invalid.
 */
export function readEnv<P extends Program>(program: P, source: Readonly<Record<string, string | undefined>>): Env<P> {
  const env: Record<string, unknown> = {}
  for (const [name, { schema, must, isSecret, [program]: unset }] of Object.entries<Variable>(variables)) {
    if (unset === undefined) continue
    const text = source[name] || (typeof unset === 'object' ? unset.default : undefined)
    if (text === undefined && unset === 'optional') continue
    const parsed = schema.safeParse(text)
    if (!parsed.success) {
      // A rule of its own is more precise than that of the variable.
      const own = parsed.error.issues.find(({ code, message }) => code === 'custom' && message !== 'Invalid input')
      const sent = text === undefined || isSecret || own ? '' : `, not "${text}"`
      throw new Error(`${name} ${text === undefined ? 'is not set: it must' : 'must'} ${own?.message ?? must}${sent}`)
    }
    env[name] = parsed.data
  }
  if (Number(env['API_PROCESSES']) > 1 && env['REDIS_URL'] === undefined)
    throw new Error(
      'API_PROCESSES above 1 needs REDIS_URL, where the processes share their counts: set REDIS_URL, or unset API_PROCESSES',
    )
  const database = env['DATABASE_DIRECT_URL'] ?? env['DATABASE_URL']
  const hasSeveral = typeof database === 'string' && new URL(database).searchParams.has('server')
  if (program === 'worker' && hasSeveral && env['REDIS_URL'] === undefined)
    throw new Error(
      'DATABASE_URL with several servers needs REDIS_URL, because queues in PostgreSQL stay on one server: set REDIS_URL, or name one server',
    )
  if (env['DATABASE_REPLICA_URL'] !== undefined && env['DATABASE_URL'] === undefined)
    throw new Error(
      'DATABASE_REPLICA_URL is a standby of the database in DATABASE_URL: set DATABASE_URL too, or unset DATABASE_REPLICA_URL',
    )
  if (env['DATABASE_DIRECT_URL'] !== undefined && env['DATABASE_URL'] === undefined)
    throw new Error(
      'DATABASE_DIRECT_URL bypasses the pooler in DATABASE_URL: set DATABASE_URL too, or unset DATABASE_DIRECT_URL',
    )
  if ((env['SMTP_URL'] === undefined) !== (env['MAIL_FROM'] === undefined))
    throw new Error('SMTP_URL and MAIL_FROM need each other: set both to send emails, or unset both')
  return env as Env<P>
}
