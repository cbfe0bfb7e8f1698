import { bool, bytes, int, list, orNull, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { allEnded } from './all-ended.ts'
import { countUsage, isFull, storedAnswersQuota } from '../tx/storage-usage.ts'

/** Identifies a request whose response is stored. */
export interface AnswerKey {
  readonly workspaceId: number
  /** The ID of the API key. */
  readonly keyId: number
  /** The Idempotency-Key header. */
  readonly key: string
}

/** A stored response. */
export interface Answer {
  /** The hash of the request. */
  readonly fingerprint: Buffer
  readonly status: number
  /** Sealed. */
  readonly answer: Uint8Array
}

export interface StoredAnswer extends AnswerKey, Answer {}

/** A name for the lock of a key. */
export const nameOfKey = ({ workspaceId, keyId, key }: AnswerKey) => `idempotency/${workspaceId}/${keyId}/${key}`

const dayMs = 24 * 3_600_000

/** Answers from before then have expired. */
const ended = () => new Date(Date.now() - dayMs)

const workspacesOf = (keys: readonly AnswerKey[]) =>
  list(
    keys.map(({ workspaceId }) => workspaceId),
    'int',
  )
const keyIdsOf = (keys: readonly AnswerKey[]) =>
  list(
    keys.map(({ keyId }) => keyId),
    'int',
  )
const keysOf = (keys: readonly AnswerKey[]) =>
  list(
    keys.map(({ key }) => key),
    'text',
  )

/** True if no other transaction has the lock of this name, an expression. Then this transaction has it. */
const held = (name: Prisma.Sql) => Prisma.sql`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`

const full = (workspaceId: Prisma.Sql) => isFull('stored_answers', workspaceId, storedAnswersQuota)

const hasKey = Prisma.sql`stored.workspace_id = given.workspace_id AND stored.api_key_id = given.api_key_id AND stored.key = given.key`

/** The answers that are stored and have not expired, in the order of their keys. */
export async function findAnswers(sql: Sql, keys: readonly AnswerKey[]): Promise<(Answer | undefined)[]> {
  // LIMIT makes PostgreSQL look them up one by one by the primary key. A join that was planned for few rows would later
  // read all.
  const rows = await sql.rows({ place: int, fingerprint: bytes, status: int, answer: bytes })`
    SELECT place::int AS place, fingerprint, status, answer
    FROM unnest(${workspacesOf(keys)}, ${keyIdsOf(keys)}, ${keysOf(keys)})
         WITH ORDINALITY AS given (workspace_id, api_key_id, key, place)
    CROSS JOIN LATERAL (
      SELECT fingerprint, status, answer FROM idempotency_keys AS stored WHERE ${hasKey} AND created_at > ${ended()} LIMIT 1
    ) AS found`
  const found = new Map(rows.map(({ place, ...row }) => [place, row]))
  return keys.map((_place, at) => found.get(at + 1))
}

/** How often the worker deletes expired answers. */
const sweepSeconds = 60
const mostLookedAt = 1_000

/**
 * The seconds until the oldest answer of a workspace, an expression, has expired and is swept. Only the oldest answers of all
 * workspaces are read: an answer that is not among them is younger, so that there is no room earlier.
 */
const secondsToRoom = (workspaceId: Prisma.Sql) => Prisma.sql`(
  SELECT ${sweepSeconds}::int + greatest(0, ceil(extract(epoch FROM
    coalesce(min(created_at) FILTER (WHERE workspace_id = ${workspaceId}), max(created_at), now()) + interval '24 hours' - now())))::int
  FROM (SELECT workspace_id, created_at FROM idempotency_keys ORDER BY created_at LIMIT ${mostLookedAt}) AS oldest)`

/** The result of a claim, before anything is written for the request. */
export interface Claim {
  /** True if only this transaction can store the answer. */
  readonly isClaimed: boolean
  /** The seconds until the workspace can store another answer; null where it can. */
  readonly secondsToRoom: number | null
  readonly row: Answer | undefined
}

/** Claims answers for the transaction, each by itself, and then looks for those that are stored. */
export async function claimAnswers(sql: Sql, keys: readonly AnswerKey[]): Promise<Claim[]> {
  const names = list(keys.map(nameOfKey), 'text')
  const workspace = Prisma.sql`asked_workspace`
  const claiming = sql.rows({ claimed: bool, seconds: orNull(int) })`
    SELECT ${held(Prisma.sql`name`)} AS claimed, CASE WHEN ${full(workspace)} THEN ${secondsToRoom(workspace)} END AS seconds
    FROM unnest(${workspacesOf(keys)}, ${names}) WITH ORDINALITY AS asked (asked_workspace, name, place)
    ORDER BY place`
  const finding = findAnswers(sql, keys)
  await allEnded<unknown>([claiming, finding])
  const found = await finding
  return (await claiming).map(({ claimed, seconds }, at) => ({
    isClaimed: claimed,
    secondsToRoom: seconds,
    row: found[at],
  }))
}

/** Stores answers and counts them. Each replaces an expired one. */
export async function keepAnswers(sql: Sql, rows: readonly StoredAnswer[], where = Prisma.empty): Promise<void> {
  const fingerprints = list(
    rows.map(({ fingerprint }) => fingerprint),
    'bytea',
  )
  const statuses = list(
    rows.map(({ status }) => status),
    'int',
  )
  const answers = list(
    rows.map(({ answer }) => answer),
    'bytea',
  )
  await sql.run`
    WITH given AS (
      SELECT * FROM unnest(${workspacesOf(rows)}, ${keyIdsOf(rows)}, ${keysOf(rows)}, ${fingerprints}, ${statuses}, ${answers})
        AS given (workspace_id, api_key_id, key, fingerprint, status, answer)
    ), former AS (
      SELECT workspace_id, api_key_id, key, bytes FROM given
      CROSS JOIN LATERAL (SELECT octet_length(answer) AS bytes FROM idempotency_keys AS stored WHERE ${hasKey} LIMIT 1) AS found
    ), kept AS (
      INSERT INTO idempotency_keys (workspace_id, api_key_id, key, fingerprint, status, answer)
      SELECT workspace_id, api_key_id, key, fingerprint, status, answer FROM given ${where}
      ON CONFLICT (workspace_id, api_key_id, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at
      WHERE idempotency_keys.created_at <= ${ended()}
      RETURNING workspace_id, api_key_id, key, octet_length(answer) AS bytes
    ) ${countUsage('stored_answers', keptOrReplaced)}`
}

const keptOrReplaced = Prisma.sql`
  SELECT workspace_id, (former.bytes IS NULL)::int AS rows, kept.bytes - coalesce(former.bytes, 0) AS bytes
  FROM kept LEFT JOIN former USING (workspace_id, api_key_id, key)`

/** Stores an answer unless another transaction has claimed its key or the workspace has reached its limit. */
export const keepIfFree = (sql: Sql, row: StoredAnswer) =>
  keepAnswers(
    sql,
    [row],
    Prisma.sql`WHERE NOT ${full(Prisma.sql`${row.workspaceId}`)} AND ${held(Prisma.sql`${nameOfKey(row)}`)}`,
  )
