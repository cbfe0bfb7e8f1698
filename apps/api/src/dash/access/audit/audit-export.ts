import { bigint, orNull, Prisma, text } from '@matterbase/db'
import type { Sql } from '@matterbase/db'
import { accountContract } from '@matterbase/schemas'
import { Router } from 'express'
import { validationFailed } from '../../../http/errors/api-error.ts'
import { decode } from '../../../http/input/decode.ts'
import { exportAudit } from '@matterbase/domain'
import { actorOfEntry, auditConditions } from './audit.ts'
import type { AuditFilters } from './audit.ts'
import { csvLines, sendLongCsv } from '../../csv/csv.ts'
import type { WorkspaceDeps } from '../../deps.ts'

const columns = ['at', 'environment', 'actor', 'action', 'target', 'details', 'ip', 'user_agent'] as const
const rowsAtOnce = 200

type Row = Readonly<Record<(typeof columns)[number], string | null>> & { readonly id: bigint }

/** The whole log, or what a filter leaves of it, as CSV. A POST, since the export itself is noted in the log. */
export function auditExport({ enter, replica }: WorkspaceDeps): Router {
  const router = Router({ caseSensitive: true })
  router.post('/audit/export', async (req, res) => {
    const { caller, sql } = await enter(req, res, 'many')
    const filters = filtersOf(new URLSearchParams(req.url.split('?', 2)[1]))
    await exportAudit({ sql }, caller, filters)
    const conditions = auditConditions(caller.ownerUuid, filters)
    await sendLongCsv({ res, caller, sql, replica }, 'audit-log.csv', async (of) => linesOf(of, conditions))
  })
  return router
}

/** Those of the list; a blank one is none. @throws ApiError validation_failed. */
function filtersOf(query: URLSearchParams): AuditFilters {
  const { input, details, omitted } = decode(accountContract.audit.list, { params: {}, query, body: undefined }, false)
  if (details.length > 0) throw validationFailed(details, omitted)
  const { action, actor } = input.query as AuditFilters
  return { ...(action && { action }), ...(actor && { actor }) }
}

async function* linesOf(sql: Sql, conditions: readonly Prisma.Sql[]) {
  yield csvLines([columns])
  for (let before: bigint | null = null; ;) {
    const rows: Row[] = await sql.rows({
      id: bigint,
      at: text,
      environment: orNull(text),
      actor: text,
      action: text,
      target: orNull(text),
      details: text,
      ip: orNull(text),
      user_agent: orNull(text),
    })`
      SELECT id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, environment::text, ${actorOfEntry} AS actor, action,
             target, details::text, ip, user_agent
      FROM audit_entries WHERE ${Prisma.join(conditions, ' AND ')} AND (${before}::bigint IS NULL OR id < ${before}::bigint)
      ORDER BY id DESC LIMIT ${rowsAtOnce}`
    yield csvLines(rows.map((row) => columns.map((column) => row[column])))
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    before = last.id
  }
}
