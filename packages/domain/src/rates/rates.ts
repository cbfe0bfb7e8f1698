import { bigint, float, oneOf, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { rateScopes, rateSources, recordContracts } from '@matterbase/schemas'
import { titleOf } from '../records/title.ts'
import { requireRecord } from '../tx/require-record.ts'
import type { Tx } from '../tx/write.ts'
import { requireUser } from '../verbs/actor.ts'
import type { Actor } from '../verbs/actor.ts'
import { invalid, notFound } from '../verbs/refused.ts'
import { verb } from '../verbs/verb.ts'
import { renewRates } from './resolve.ts'

export interface NewRate {
  readonly scope: (typeof rateScopes)[number]
  /** The id of the client or matter. */
  readonly target_id?: number | null | undefined
  readonly user_id?: string | null | undefined
  readonly amount: number
  /** `YYYY-MM-DD`; null: always. */
  readonly valid_from?: string | null | undefined
}

const tables = { client: 'clients', matter: 'matters' } as const

/** Sets a rate, in place of the one for the same from the same day on. Time that is billed keeps what it had. */
export const setRate = verb({
  allow: ['settings:write'],
  async run(tx, { ownerUuid }, rate: NewRate) {
    const { scope, target_id: target = null, user_id: user = null, valid_from: from = null } = rate
    if (scope === 'firm' ? target !== null : target === null)
      throw invalid('target_id', 'invalid_value', 'names the client or matter, and nothing for the firm')
    if (scope !== 'firm') await requireRecord(tx, tables[scope], target, 'target_id')
    if (user !== null) await requireMember(tx, ownerUuid, user)
    const { sql, workspaceId } = tx
    await sql.run`
      DELETE FROM rates WHERE workspace_id = ${workspaceId} AND scope = ${scope} AND target_id IS NOT DISTINCT FROM ${target}::bigint
        AND user_id IS NOT DISTINCT FROM ${user}::text::uuid AND valid_from IS NOT DISTINCT FROM ${from}::text::date`
    await sql.run`
      INSERT INTO rates (workspace_id, scope, target_id, user_id, amount, valid_from)
      VALUES (${workspaceId}, ${scope}, ${target}, ${user}::text::uuid, ${String(rate.amount)}::text::numeric, ${from}::text::date)`
    await renewRates(tx)
  },
  action: 'rate.set',
  note: ({ scope, target_id: target, amount }) => ({
    target: typeof target === 'number' ? `${scope} ${target}` : scope,
    details: { amount },
  }),
})

export const removeRate = verb({
  allow: ['settings:write'],
  async run(tx, _actor, id: number) {
    const removed = await tx.sql.run`DELETE FROM rates WHERE workspace_id = ${tx.workspaceId} AND id = ${id}`
    if (removed === 0) throw notFound()
    await renewRates(tx)
  },
  action: 'rate.removed',
  note: (id) => ({ target: `rate ${id}` }),
})

async function requireMember({ sql }: Tx, ownerUuid: string, userId: string) {
  const rows = await sql.rows({})`
    SELECT FROM memberships WHERE owner_uuid = ${ownerUuid}::text::uuid AND user_id = ${userId}::text::uuid`
  if (rows.length === 0) throw invalid('user_id', 'not_found', 'does not name a member of this account')
}

/** All rates, those that go first on top, with the names of what they are for. */
export const listRates = (sql: Sql, workspaceId: number) =>
  sql.rows({
    id: bigint,
    scope: oneOf(rateScopes),
    target_id: orNull(bigint),
    target_name: orNull(text),
    user_id: orNull(text),
    user_name: orNull(text),
    amount: float,
    valid_from: orNull(text),
  })`
    SELECT rate.id, scope, target_id, rate.user_id::text, member.name AS user_name, amount::float8 AS amount, valid_from::text,
      CASE scope
        WHEN 'matter' THEN (SELECT ${titleOf(recordContracts.matters)} FROM matters WHERE matters.workspace_id = rate.workspace_id AND matters.id = target_id)
        WHEN 'client' THEN (SELECT ${titleOf(recordContracts.clients)} FROM clients
                            WHERE clients.workspace_id = rate.workspace_id AND clients.id = target_id)
      END AS target_name
    FROM rates AS rate LEFT JOIN users AS member ON member.id = rate.user_id
    WHERE rate.workspace_id = ${workspaceId}
    ORDER BY array_position(ARRAY['matter', 'client', 'firm'], scope), target_id, rate.user_id NULLS LAST, rate.valid_from NULLS FIRST`

/** Whom a rate can be for. */
export const ratedMembers = (sql: Sql, ownerUuid: string) =>
  sql.rows({ id: text, name: text })`
    SELECT id::text, name FROM memberships JOIN users ON id = user_id
    WHERE owner_uuid = ${ownerUuid}::text::uuid ORDER BY name`

interface Work {
  readonly case_id?: number | undefined
  readonly client_id?: number | undefined
  /** `YYYY-MM-DD`. Default: today. */
  readonly day?: string | undefined
}

/** What an hour of the user's work would be billed at, unless its entry says so. */
export async function rateFor(sql: Sql, actor: Actor, { case_id: matter, client_id: client, day }: Work) {
  const { workspaceId } = actor
  const clientId = client === undefined ? ofMatter(workspaceId, matter) : Prisma.sql`${client}::bigint`
  const [rate] = await sql.rows({ amount: orNull(float), source: orNull(oneOf(rateSources)) })`
    SELECT amount::float8 AS amount, source FROM rate_of(${workspaceId}::int, ${requireUser(actor).id}::text::uuid,
      ${matter ?? null}::bigint, ${clientId}, coalesce(${day ?? null}::text::date, firm_day(${workspaceId}::int, now())))`
  return rate ?? { amount: null, source: null }
}

const ofMatter = (workspaceId: number, matter: number | undefined) => Prisma.sql`(
  SELECT client_id FROM matters WHERE workspace_id = ${workspaceId} AND id = ${matter ?? null}::bigint)`
