import type { z } from 'zod'
import { variables } from './variables.ts'
import type { Variable } from './variable.ts'

type Variables = typeof variables
export type Program = 'api' | 'cli' | 'worker'

type Value<V, P extends Program> = V extends { schema: infer S extends z.ZodType }
  ? V extends { [program in P]: 'optional' }
    ? z.output<S> | undefined
    : z.output<S>
  : never

/** What a program's variables say; one that is optional and not set is undefined. */
export type Env<P extends Program> = {
  readonly [N in keyof Variables as P extends keyof Variables[N] ? N : never]: Value<Variables[N], P>
}

/**
 * Reads a program's variables. An empty one is one that is not set.
 *
 * @throws Error with one sentence for the first variable that is missing or will not do.
 */
export function readEnv<P extends Program>(program: P, source: Readonly<Record<string, string | undefined>>): Env<P> {
  const env: Record<string, unknown> = {}
  for (const [name, { schema, must, [program]: unset }] of Object.entries<Variable>(variables)) {
    if (unset === undefined) continue
    const text = source[name] || (typeof unset === 'object' ? unset.default : undefined)
    if (text === undefined && unset === 'optional') continue
    const parsed = schema.safeParse(text)
    if (!parsed.success) throw new Error(`${name} ${text === undefined ? 'is not set: it must' : 'must'} ${must}`)
    env[name] = parsed.data
  }
  if (Number(env['API_PROCESSES']) > 1 && env['REDIS_URL'] === undefined)
    throw new Error(
      'API_PROCESSES above 1 needs REDIS_URL, where the processes share their counts: set it, or unset API_PROCESSES',
    )
  const database = env['DATABASE_DIRECT_URL'] ?? env['DATABASE_URL']
  const hasSeveral = typeof database === 'string' && new URL(database).searchParams.has('server')
  if (program === 'worker' && hasSeveral && env['REDIS_URL'] === undefined)
    throw new Error(
      'DATABASE_URL with several servers needs REDIS_URL, as queues in PostgreSQL stay with one: set it, or name one server',
    )
  if (env['DATABASE_REPLICA_URL'] !== undefined && env['DATABASE_URL'] === undefined)
    throw new Error('DATABASE_REPLICA_URL is a standby of the database in DATABASE_URL: set that too, or unset it')
  if (env['DATABASE_DIRECT_URL'] !== undefined && env['DATABASE_URL'] === undefined)
    throw new Error(
      'DATABASE_DIRECT_URL is the way past the pooler in DATABASE_URL: set that too, or unset DATABASE_DIRECT_URL',
    )
  if ((env['SMTP_URL'] === undefined) !== (env['MAIL_FROM'] === undefined))
    throw new Error('SMTP_URL and MAIL_FROM go together: set both, or neither, and no e-mail is sent')
  return env as Env<P>
}
