import { bool, bytes, int, list, Prisma } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { allEnded, countUsage, isFull, storedAnswersQuota } from '@matterbase/domain'

/** Which request's answer it is. */
export interface Place {
  readonly workspaceId: number
  /** Of the API key that asks. */
  readonly keyId: number
  /** The Idempotency-Key header. */
  readonly key: string
}

/** An answer as it is stored. */
export interface AnswerRow {
  /** Of the request that it was given to. */
  readonly fingerprint: Buffer
  readonly status: number
  /** Sealed. */
  readonly answer: Uint8Array
}

export interface PlacedRow extends Place, AnswerRow {}

/** The same for what is the same, and nothing else. */
export const nameOf = ({ workspaceId, keyId, key }: Place) => `idempotency/${workspaceId}/${keyId}/${key}`

const dayMs = 24 * 3_600_000

/** The answers of then and before are not given any more. */
const ended = () => new Date(Date.now() - dayMs)

const workspacesOf = (places: readonly Place[]) =>
  list(
    places.map(({ workspaceId }) => workspaceId),
    'int',
  )
const keyIdsOf = (places: readonly Place[]) =>
  list(
    places.map(({ keyId }) => keyId),
    'int',
  )
const keysOf = (places: readonly Place[]) =>
  list(
    places.map(({ key }) => key),
    'text',
  )

/** Whether no other transaction holds the place of this name, an expression; this one does then. */
const held = (name: Prisma.Sql) => Prisma.sql`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`

const full = (workspaceId: Prisma.Sql) => isFull('stored_answers', workspaceId, storedAnswersQuota)

const inPlace = Prisma.sql`stored.workspace_id = given.workspace_id AND stored.api_key_id = given.api_key_id AND stored.key = given.key`

/** The answers that are stored and have not ended, in the order of their places. */
export async function findAll(sql: Sql, places: readonly Place[]): Promise<(AnswerRow | undefined)[]> {
  // With LIMIT they are looked up one by one by the primary key: a join planned while there are few would go on to read all.
  const rows = await sql.rows({ place: int, fingerprint: bytes, status: int, answer: bytes })`
    SELECT place::int AS place, fingerprint, status, answer
    FROM unnest(${workspacesOf(places)}, ${keyIdsOf(places)}, ${keysOf(places)})
         WITH ORDINALITY AS given (workspace_id, api_key_id, key, place)
    CROSS JOIN LATERAL (
      SELECT fingerprint, status, answer FROM idempotency_keys AS stored WHERE ${inPlace} AND created_at > ${ended()} LIMIT 1
    ) AS found`
  const found = new Map(rows.map(({ place, ...row }) => [place, row]))
  return places.map((_place, at) => found.get(at + 1))
}

/** What there is to know of a place before anything is written for it. */
export interface Claim {
  /** Whether no other transaction can give the answer any more: this one holds the place. */
  readonly isClaimed: boolean
  /** Whether the workspace stores as many answers as it may. */
  readonly isFull: boolean
  readonly row: AnswerRow | undefined
}

/** Claims places for the transaction, each of them or not, and looks for their answers after that. */
export async function claimAll(sql: Sql, places: readonly Place[]): Promise<Claim[]> {
  const names = list(places.map(nameOf), 'text')
  const claiming = sql.rows({ claimed: bool, is_full: bool })`
    SELECT ${held(Prisma.sql`name`)} AS claimed, ${full(Prisma.sql`asked_workspace`)} AS is_full
    FROM unnest(${workspacesOf(places)}, ${names}) WITH ORDINALITY AS asked (asked_workspace, name, place)
    ORDER BY place`
  const finding = findAll(sql, places)
  await allEnded<unknown>([claiming, finding])
  const found = await finding
  return (await claiming).map(({ claimed, is_full }, at) => ({ isClaimed: claimed, isFull: is_full, row: found[at] }))
}

/** Stores answers, which are counted; each in the place of one that has ended. */
export async function keepAll(sql: Sql, rows: readonly PlacedRow[], where = Prisma.empty): Promise<undefined[]> {
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
      CROSS JOIN LATERAL (SELECT octet_length(answer) AS bytes FROM idempotency_keys AS stored WHERE ${inPlace} LIMIT 1) AS found
    ), kept AS (
      INSERT INTO idempotency_keys (workspace_id, api_key_id, key, fingerprint, status, answer)
      SELECT workspace_id, api_key_id, key, fingerprint, status, answer FROM given ${where}
      ON CONFLICT (workspace_id, api_key_id, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at
      WHERE idempotency_keys.created_at <= ${ended()}
      RETURNING workspace_id, api_key_id, key, octet_length(answer) AS bytes
    ) ${countUsage('stored_answers', keptOrReplaced)}`
  return rows.map(() => undefined)
}

const keptOrReplaced = Prisma.sql`
  SELECT workspace_id, (former.bytes IS NULL)::int AS rows, kept.bytes - coalesce(former.bytes, 0) AS bytes
  FROM kept LEFT JOIN former USING (workspace_id, api_key_id, key)`

/** Stores one where nobody else holds its place, and the workspace may store more. */
export const keepIfFree = (sql: Sql, row: PlacedRow) =>
  keepAll(
    sql,
    [row],
    Prisma.sql`WHERE NOT ${full(Prisma.sql`${row.workspaceId}`)} AND ${held(Prisma.sql`${nameOf(row)}`)}`,
  )

/** How often the worker deletes the answers that have ended. */
const sweepSeconds = 60
const mostLookedAt = 1_000

/**
 * When a workspace's oldest answer has ended and is swept. Only so many answers are looked at, whoever they are of: what
 * is not among them is younger, so that the request fits at that moment at the earliest.
 */
export async function secondsToRoom(sql: Sql, workspaceId: number): Promise<number> {
  const [row] = await sql.rows({ seconds: int })`
    SELECT greatest(0, ceil(extract(epoch FROM coalesce(min(created_at) FILTER (WHERE workspace_id = ${workspaceId}), max(created_at), now())
                                             + interval '24 hours' - now())))::int AS seconds
    FROM (SELECT workspace_id, created_at FROM idempotency_keys ORDER BY created_at LIMIT ${mostLookedAt}) AS oldest`
  return (row?.seconds ?? 0) + sweepSeconds
}
