import type { Sql } from '@matterbase/db'
import { accountContract } from '@matterbase/schemas'
import { Router } from 'express'
import { validationFailed } from '../../../http/errors/api-error.ts'
import { decode } from '../../../http/input/decode.ts'
import { exportAudit, readAuditEntries } from '@matterbase/domain'
import type { AuditFilters } from '@matterbase/domain'
import { csvLines, sendLongCsv } from '../../csv/csv.ts'
import type { WorkspaceDeps } from '../../deps.ts'

const columns = ['at', 'environment', 'actor', 'action', 'target', 'details', 'ip', 'user_agent'] as const
const rowsAtOnce = 200

type Row = Readonly<Record<(typeof columns)[number], string | null>> & { readonly id: bigint }

/** Exports the audit log as CSV. A POST, because the export adds an entry to the log. */
export function auditExport({ admit, replica }: WorkspaceDeps): Router {
  const router = Router({ caseSensitive: true })
  router.post('/audit/export', async (req, res) => {
    const { caller, sql } = await admit(req, res, 'many')
    const filters = filtersOf(new URLSearchParams(req.url.split('?', 2)[1]))
    await exportAudit({ sql }, caller, filters)
    await sendLongCsv({ res, caller, sql, replica }, 'audit-log.csv', async (of) =>
      linesOf(of, caller.ownerUuid, filters),
    )
  })
  return router
}

/** The filters of the list. A blank filter is ignored. @throws ApiError validation_failed. */
function filtersOf(query: URLSearchParams): AuditFilters {
  const { input, details, omitted } = decode(accountContract.audit.list, { params: {}, query, body: undefined }, false)
  if (details.length > 0) throw validationFailed(details, omitted)
  const { action, actor } = input.query as AuditFilters
  return { ...(action && { action }), ...(actor && { actor }) }
}

async function* linesOf(sql: Sql, ownerUuid: string, filters: AuditFilters) {
  yield csvLines([columns])
  for (let before: bigint | null = null; ;) {
    const rows: Row[] = await readAuditEntries(sql, ownerUuid, filters, { before, limit: rowsAtOnce })
    yield csvLines(rows.map((row) => columns.map((column) => row[column])))
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    before = last.id
  }
}
