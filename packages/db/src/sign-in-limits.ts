import type { Sql } from './sql.ts'

const perEmail = 10
const perAddress = 50
const windowInterval = '15 minutes'

export interface SignInTry {
  /** As it was typed; counted trimmed and in lower case. */
  readonly email: string
  readonly ip: string
}

/** A try that may go on. */
export interface AdmittedTry {
  readonly id: bigint
}

/** There were too many failures lately; the next try is let in after so many seconds. */
export interface RefusedTry {
  readonly retryAfter: number
}

/**
 * Counts a try as a failure until `forgiveTry`: tries at once are counted before any of them is
 * answered, so that no number of them gets past the limit of 10 an email address and 50 an IP
 * address in 15 minutes. One that is refused does not count.
 */
export async function beginTry(sql: Sql, { email, ip }: SignInTry): Promise<AdmittedTry | RefusedTry> {
  const key = email.trim().toLowerCase()
  const [own] = await sql.$queryRaw<{ id: bigint }[]>`
    INSERT INTO sign_in_failures (email_key, ip) VALUES (${key}, ${ip}) RETURNING id`
  if (!own) throw new Error('The try was not counted')
  const [limits] = await sql.$queryRaw<{ wait: number | null }[]>`
    SELECT ceil(extract(epoch FROM max(free_at) - now()))::int AS wait
    FROM (
      (SELECT failed_at + ${windowInterval}::text::interval AS free_at FROM sign_in_failures
       WHERE email_key = ${key} AND id < ${own.id} AND failed_at > now() - ${windowInterval}::text::interval
       ORDER BY failed_at DESC OFFSET ${perEmail - 1} LIMIT 1)
      UNION ALL
      (SELECT failed_at + ${windowInterval}::text::interval FROM sign_in_failures
       WHERE ip = ${ip} AND id < ${own.id} AND failed_at > now() - ${windowInterval}::text::interval
       ORDER BY failed_at DESC OFFSET ${perAddress - 1} LIMIT 1)
    ) AS full_windows`
  const wait = limits?.wait ?? null
  if (wait === null) return own
  await forgiveTry(sql, own)
  return { retryAfter: Math.max(1, wait) }
}

/** The try was no failure. */
export async function forgiveTry(sql: Sql, { id }: AdmittedTry): Promise<void> {
  await sql.$executeRaw`DELETE FROM sign_in_failures WHERE id = ${id}`
}
