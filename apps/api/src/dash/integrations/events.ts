import { isoText, Prisma, text } from '@matterbase/db'
import type { Listing } from '@matterbase/domain'
import type { DashContract, Input } from '@matterbase/schemas'
import { notFound } from '../../http/errors/api-error.ts'
import type { Handlers } from '../../http/operations/context.ts'
import { RawJson } from '../../http/answer/raw-json.ts'
import { listPage } from '../../records/list.ts'
import type { WorkspaceDeps } from '../deps.ts'
import { recordNow } from './record-now.ts'

type Query = Input<DashContract['events']['list']>['query']

// An event and its deliveries have one created_at, which is what the deliveries' index goes by.
const deliveries = Prisma.sql`(
  SELECT coalesce(json_agg(row_to_json(found) ORDER BY found.id), '[]'::json) FROM (
    SELECT delivery.id, delivery.endpoint_id, endpoint.url,
           CASE WHEN delivery.status IN ('queued', 'sending') THEN 'pending' ELSE delivery.status END AS status,
           delivery.attempt_count, delivery.last_status_code
    FROM webhook_endpoints AS endpoint JOIN webhook_deliveries AS delivery
      ON delivery.workspace_id = endpoint.workspace_id AND delivery.endpoint_id = endpoint.id
      AND delivery.created_at = page.created_at AND delivery.event_id = page.id
    WHERE endpoint.workspace_id = page.workspace_id
  ) AS found)`

const members = Prisma.sql`id, kind, ${isoText('created_at')} AS created_at, ${deliveries} AS deliveries`
const eventJson = Prisma.sql`(SELECT row_to_json(answer)::text FROM (SELECT ${members}) AS answer)`

/** What happened in a workspace. */
export const events = ({ sealer }: WorkspaceDeps): Handlers<DashContract['events']> => ({
  async list({ query }, { caller: { workspaceId }, sql }) {
    const page = { sql, sealer, scope: `lists/${workspaceId}/events`, endsEarly: true, member: 'data' as const }
    const { offset: _none, total: _either, ...answer } = await listPage(page, query, listing(workspaceId))
    return answer
  },

  async get({ params: { id } }, context) {
    const { caller, sql } = context
    const [row] = await sql.rows({ json: text, kind: text, data: text, previous: text })`
      SELECT ${eventJson} AS json, kind, data::text AS data, coalesce(previous::text, 'null') AS previous FROM events AS page
      WHERE workspace_id = ${caller.workspaceId} AND id = ${id}::text::uuid`
    if (!row) throw notFound()
    const { now, record } = await recordNow(context, row)
    // The record keeps its bytes: it is what was signed and sent.
    const rest = `"data":${row.data},"previous":${row.previous},"now":${JSON.stringify(now)},"record":${record ?? 'null'}`
    return { data: new RawJson(`${row.json.slice(0, -1)},${rest}}`) }
  },
})

const listing =
  (workspaceId: number) =>
  ({ kind, created_since: since }: Query): Listing => ({
    table: Prisma.sql`events`,
    json: eventJson,
    id: 'id',
    idType: 'uuid',
    sort: '-created_at',
    conditions: [
      Prisma.sql`workspace_id = ${workspaceId}`,
      ...(kind === undefined ? [] : [Prisma.sql`kind = ${kind}`]),
      ...(since === undefined ? [] : [Prisma.sql`created_at > ${since}::text::timestamptz`]),
    ],
  })
