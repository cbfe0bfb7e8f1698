import { bigint, float, oneOf, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { rateScopes, rateSources, recordContracts } from '@matterbase/schemas'
import { requireMember } from '../../access/members/members.ts'
import { titleOf } from '../../core/records/title.ts'
import { requireRecord } from '../../core/tx/require-record.ts'
import { requireUser } from '../../core/verbs/actor.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { invalid, notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { renewTime } from './resolve.ts'

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

/** Sets a rate, and replaces a rate of the same scope and first day. Billed time keeps its rate. */
export const setRate = verb({
  allow: ['settings:write'],
  async run(tx, { ownerUuid }, rate: NewRate) {
    const { scope, target_id: target = null, user_id: user = null, valid_from: from = null } = rate
    if (scope === 'firm' ? target !== null : target === null)
      throw invalid(
        'target_id',
        'invalid_value',
        'must be the ID of the client or matter, and must be left out for the firm',
      )
    if (scope !== 'firm') await requireRecord(tx, tables[scope], target, 'target_id')
    if (user !== null) await requireMember(tx.sql, ownerUuid, { userId: user, field: 'user_id' })
    const { sql, workspaceId } = tx
    const [former] = await sql.rows({ amount: float })`
      DELETE FROM rates WHERE workspace_id = ${workspaceId} AND scope = ${scope} AND target_id IS NOT DISTINCT FROM ${target}::bigint
        AND user_id IS NOT DISTINCT FROM ${user}::text::uuid AND valid_from IS NOT DISTINCT FROM ${from}::text::date
      RETURNING amount::float8 AS amount`
    await sql.run`
      INSERT INTO rates (workspace_id, scope, target_id, user_id, amount, valid_from)
      VALUES (${workspaceId}, ${scope}, ${target}, ${user}::text::uuid, ${String(rate.amount)}::text::numeric, ${from}::text::date)`
    await renewTime(tx)
    return former?.amount ?? null
  },
  action: 'rate.set',
  note: ({ scope, target_id: target, user_id: user, valid_from: since, amount }, former) => ({
    target: nameOf(scope, target),
    details: { from: former, to: amount, ...(user && { user_id: user }), ...(since && { valid_from: since }) },
  }),
})

export const removeRate = verb({
  allow: ['settings:write'],
  async run(tx, _actor, id: number) {
    const [removed] = await tx.sql.rows(removedColumns)`
      DELETE FROM rates WHERE workspace_id = ${tx.workspaceId} AND id = ${id}
      RETURNING scope, target_id, user_id::text, amount::float8 AS amount, valid_from::text`
    if (!removed) throw notFound()
    await renewTime(tx)
    return removed
  },
  action: 'rate.removed',
  note: (_id, { scope, target_id: target, user_id: user, valid_from: since, amount }) => ({
    target: nameOf(scope, target),
    details: { from: amount, to: null, ...(user && { user_id: user }), ...(since && { valid_from: since }) },
  }),
})

const removedColumns = {
  scope: oneOf(rateScopes),
  target_id: orNull(bigint),
  user_id: orNull(text),
  amount: float,
  valid_from: orNull(text),
}

/** The scope of a rate in the audit log. */
const nameOf = (scope: string, target: number | bigint | null | undefined) =>
  target === null || target === undefined ? scope : `${scope} ${target}`

/** All rates by precedence, with the names of their members, clients and matters. */
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
  /** The member, or `none`. Default: the actor. */
  readonly user_id?: string | undefined
}

/** The rate of a member's hour, unless the time entry has its own. */
export async function rateFor(sql: Sql, actor: Actor, { case_id: matter, client_id: client, day, user_id }: Work) {
  const { workspaceId } = actor
  const user = user_id === 'none' ? null : (user_id ?? requireUser(actor).id)
  const clientId = client === undefined ? ofMatter(workspaceId, matter) : Prisma.sql`${client}::bigint`
  const [rate] = await sql.rows({ amount: orNull(float), source: orNull(oneOf(rateSources)) })`
    SELECT amount::float8 AS amount, source FROM rate_of(${workspaceId}::int, ${user}::text::uuid,
      ${matter ?? null}::bigint, ${clientId}, coalesce(${day ?? null}::text::date, firm_day(${workspaceId}::int, now())))`
  return rate ?? { amount: null, source: null }
}

const ofMatter = (workspaceId: number, matter: number | undefined) => Prisma.sql`(
  SELECT client_id FROM matters WHERE workspace_id = ${workspaceId} AND id = ${matter ?? null}::bigint)`
