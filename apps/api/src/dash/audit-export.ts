import { Prisma } from '@matterbase/db'
import { Router } from 'express'
import { requirePermission } from '../http/gate.ts'
import { auditConditions } from './audit.ts'
import { audit } from './audit-log.ts'
import { csvLine } from './csv.ts'
import type { DashDeps } from './index.ts'
import { requireRecentPassword } from './recent-password.ts'
import { signedIn } from './session-gate.ts'

const columns = ['at', 'environment', 'actor', 'action', 'target', 'details', 'ip', 'user_agent'] as const
const rowsAtOnce = 2_000

type Row = Readonly<Record<(typeof columns)[number], string | null>> & { readonly id: bigint }

/** The whole log, or what a filter leaves of it, as CSV. A POST, since the export itself is noted in the log. */
export function auditExport({ db, cookie }: DashDeps): Router {
  const router = Router({ caseSensitive: true })
  router.post('/audit/export', async (req, res) => {
    const caller = await signedIn(db, cookie, req)
    requirePermission(caller, 'audit:read')
    requireRecentPassword(caller)
    const { action, actor } = req.query
    const filters = {
      ...(typeof action === 'string' && action && { action }),
      ...(typeof actor === 'string' && actor && { actor }),
    }
    await audit(db, caller, { action: 'audit.exported', details: filters })
    res.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="audit-log.csv"',
    })
    res.write(csvLine(columns))
    const conditions = Prisma.join(auditConditions(caller.ownerUuid, filters), ' AND ')
    for (let before: bigint | null = null; ;) {
      const rows: Row[] = await db.$queryRaw<Row[]>`
        SELECT id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, environment::text, actor, action,
               target, details::text, ip, user_agent
        FROM audit_entries WHERE ${conditions} AND (${before}::bigint IS NULL OR id < ${before}::bigint)
        ORDER BY id DESC LIMIT ${rowsAtOnce}`
      for (const row of rows) res.write(csvLine(columns.map((column) => row[column])))
      const last = rows.at(-1)
      if (!last || rows.length < rowsAtOnce) break
      before = last.id
    }
    res.end()
  })
  return router
}
