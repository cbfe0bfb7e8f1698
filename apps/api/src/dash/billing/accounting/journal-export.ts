import { exportJournal, journalFile } from '@matterbase/domain/accounting'
import type { JournalRequest } from '@matterbase/domain/accounting'
import { journalQuery } from '@matterbase/schemas'
import type { Operation } from '@matterbase/schemas'
import { Router } from 'express'
import { validationFailed } from '../../../http/errors/api-error.ts'
import { decode } from '../../../http/input/decode.ts'
import type { WorkspaceDeps } from '../../deps.ts'

const path = '/accounting/journal/export'

const operation: Operation = {
  method: 'post',
  path,
  operationId: 'exportJournal',
  summary: 'Export the journal of a period',
  scope: 'invoices:read',
  query: journalQuery,
  responses: {},
}

/** Exports the journal as a file. A POST, because the export adds an entry to the audit log. */
export function journalExport({ admit }: WorkspaceDeps): Router {
  const router = Router({ caseSensitive: true })
  router.post(path, async (req, res) => {
    const { caller, sql, write } = await admit(req, res, 'many')
    const request = requestOf(new URLSearchParams(req.url.split('?', 2)[1]))
    const { mediaType, name, content } = journalFile(
      await exportJournal({ sql, write }, caller, request),
      request.format,
    )
    res.set({ 'Content-Type': mediaType, 'Content-Disposition': `attachment; filename="${name}"` })
    res.send(Buffer.from(content))
  })
  return router
}

/** @throws ApiError validation_failed. */
function requestOf(query: URLSearchParams): JournalRequest {
  const { input, details, omitted } = decode(operation, { params: {}, query, body: undefined }, true)
  if (details.length > 0) throw validationFailed(details, omitted)
  const { format = 'json', ...of } = journalQuery.parse(input.query)
  return { format, ...of }
}
