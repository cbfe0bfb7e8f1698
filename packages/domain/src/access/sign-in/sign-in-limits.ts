import { admitUnknown, forgiveUnknown } from './sign-in-waits.ts'
import { bigint, int, lockClasses, orNull } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import type { Visitor } from '../../core/verbs/actor.ts'

const perEmailAndAddress = 10
const perDevice = 10
const codesPerEmail = 10
const codesPerEmailAndDay = 30
const perAddress = 50
const windowInterval = '15 minutes'

export interface SignInAttempt {
  /** As it was typed; counted trimmed and in lower case. */
  readonly email: string
  /** The network that is counted as one address. */
  readonly ip: string
  /** The hash of the browser, if the user with this email address has signed in from it before. */
  readonly device?: Uint8Array | undefined
  readonly kind: 'password' | 'code'
}

/** An attempt within the limits. */
export interface AdmittedAttempt {
  readonly id: bigint
  /** The email address whose wait it counts for; undefined from a known device, and for codes. */
  readonly waitsFor: string | undefined
}

/** There were too many failures lately; the next try is let in after so many seconds. */
export interface RefusedAttempt {
  readonly retryAfter: number
}

/**
 * Counts an attempt as a failure until `forgiveAttempt`. Concurrent attempts are counted before any of them
 * returns, so that they cannot exceed the limits together. The limits in 15 minutes are
 * - from a known device: 10 of its own, and 30 codes in a day from all known devices of the user. Attempts from unknown
 *   devices do not count here, so that no stranger can lock the user out;
 * - from an unknown device: 10 for an email address from one address, and 50 from one address;
 * - for codes from unknown devices: 10 for an email address from all addresses, and 30 in a day, because the caller
 *   knows the password;
 * - for passwords from unknown devices: a wait that grows with the failures of the email address.
 * A refused attempt does not count.
 */
export async function beginAttempt(
  sql: Sql,
  { email, ip, device, kind }: SignInAttempt,
): Promise<AdmittedAttempt | RefusedAttempt> {
  const key = email.trim().toLowerCase()
  const [own] = await sql.rows({ id: bigint })`
    WITH turn AS MATERIALIZED (
      -- Of one email address or one address, whoever has the lower id is committed first: those who count it see it.
      SELECT pg_advisory_xact_lock(${lockClasses.signInEmail}::int, hashtext(${key})), pg_advisory_xact_lock(${lockClasses.signInAddress}::int, hashtext(${ip}))
    )
    INSERT INTO sign_in_failures (email_key, ip, device_hash, kind, failed_at)
    SELECT ${key}, ${ip}, ${device ?? null}::bytea, ${kind}, date_trunc('milliseconds', now()) FROM turn
    RETURNING id`
  if (!own) throw new Error('The try was not counted')
  const { id } = own
  const waitsFor = device === undefined && kind === 'password' ? key : undefined
  const wait =
    (device ? await deviceWait(sql, id, { key, device, kind }) : await strangerWait(sql, id, { key, ip, kind })) ??
    (waitsFor === undefined ? undefined : await admitUnknown(sql, waitsFor))
  if (wait === undefined) return { id, waitsFor }
  await sql.run`DELETE FROM sign_in_failures WHERE id = ${id}`
  return { retryAfter: Math.max(1, wait) }
}

/** The attempt did not fail. */
export async function forgiveAttempt(sql: Sql, { id, waitsFor }: AdmittedAttempt): Promise<void> {
  await sql.run`DELETE FROM sign_in_failures WHERE id = ${id}`
  if (waitsFor !== undefined) await forgiveUnknown(sql, waitsFor)
}

interface Refusal extends Visitor {
  readonly email: string
  readonly reason: 'wrong password' | 'wrong code'
}

/**
 * Records a failure in the audit logs of the user's accounts. It is one statement for known and unknown addresses, so
 * that its time does not reveal which addresses belong to users.
 */
export async function recordFailedAttempt(
  sql: Sql,
  { id }: AdmittedAttempt,
  { email, reason, ip, userAgent }: Refusal,
): Promise<void> {
  await sql.run`
    WITH failed AS (UPDATE sign_in_failures SET failed_at = now() WHERE id = ${id})
    INSERT INTO audit_entries (owner_uuid, user_id, actor, action, details, ip, user_agent)
    SELECT membership.owner_uuid, member.id, member.email, 'session.refused',
           jsonb_build_object('reason', ${reason}::text), ${ip}, ${userAgent ?? null}
    FROM users AS member JOIN memberships AS membership ON membership.user_id = member.id
    WHERE member.email = ${email.trim().toLowerCase()}`
}

async function deviceWait(
  sql: Sql,
  id: bigint,
  { key, device, kind }: { key: string; device: Uint8Array; kind: string },
): Promise<number | undefined> {
  const [limits] = await sql.rows({ wait: orNull(int) })`
    SELECT ceil(extract(epoch FROM max(free_at) - now()))::int AS wait
    FROM (
      (SELECT failed_at + ${windowInterval}::text::interval AS free_at FROM sign_in_failures
       WHERE email_key = ${key} AND device_hash = ${device} AND id < ${id}
         AND failed_at > now() - ${windowInterval}::text::interval
       ORDER BY failed_at DESC OFFSET ${perDevice - 1} LIMIT 1)
      UNION ALL
      -- Of all devices: a device has another hash after each sign-in, by whichever user of the browser.
      (SELECT failed_at + interval '1 day' FROM sign_in_failures
       WHERE ${kind} = 'code' AND email_key = ${key} AND kind = 'code' AND device_hash IS NOT NULL AND id < ${id}
         AND failed_at > now() - interval '1 day'
       ORDER BY failed_at DESC OFFSET ${codesPerEmailAndDay - 1} LIMIT 1)
    ) AS full_windows`
  return limits?.wait ?? undefined
}

async function strangerWait(
  sql: Sql,
  id: bigint,
  { key, ip, kind }: { key: string; ip: string; kind: string },
): Promise<number | undefined> {
  const [limits] = await sql.rows({ wait: orNull(int) })`
    SELECT ceil(extract(epoch FROM max(free_at) - now()))::int AS wait
    FROM (
      (SELECT failed_at + ${windowInterval}::text::interval AS free_at FROM sign_in_failures
       WHERE email_key = ${key} AND ip = ${ip} AND device_hash IS NULL AND id < ${id}
         AND failed_at > now() - ${windowInterval}::text::interval
       ORDER BY failed_at DESC OFFSET ${perEmailAndAddress - 1} LIMIT 1)
      UNION ALL
      (SELECT failed_at + ${windowInterval}::text::interval FROM sign_in_failures
       WHERE ip = ${ip} AND id < ${id} AND failed_at > now() - ${windowInterval}::text::interval
       ORDER BY failed_at DESC OFFSET ${perAddress - 1} LIMIT 1)
      UNION ALL
      (SELECT failed_at + ${windowInterval}::text::interval FROM sign_in_failures
       WHERE ${kind} = 'code' AND email_key = ${key} AND kind = 'code' AND device_hash IS NULL AND id < ${id}
         AND failed_at > now() - ${windowInterval}::text::interval
       ORDER BY failed_at DESC OFFSET ${codesPerEmail - 1} LIMIT 1)
      UNION ALL
      (SELECT failed_at + interval '1 day' FROM sign_in_failures
       WHERE ${kind} = 'code' AND email_key = ${key} AND kind = 'code' AND device_hash IS NULL AND id < ${id}
         AND failed_at > now() - interval '1 day'
       ORDER BY failed_at DESC OFFSET ${codesPerEmailAndDay - 1} LIMIT 1)
    ) AS full_windows`
  return limits?.wait ?? undefined
}
