import { Router } from 'express'
import { notFound } from '../../http/errors/api-error.ts'
import { requirePermission } from '@matterbase/domain'
import type { WorkspaceDeps } from '../deps.ts'
import { findPrinted } from './printed-invoice.ts'

/** Invoices as PDF files, for reading and printing. */
export function invoicePdf({ enter, drawings }: WorkspaceDeps): Router {
  const router = Router({ caseSensitive: true })
  router.get('/invoices/:id/pdf', async (req, res) => {
    const { caller, sql } = await enter(req, res, 'one')
    requirePermission(caller, 'invoices:read')
    const { id } = req.params
    const invoice = /^[1-9]\d{0,14}$/.test(id) ? await findPrinted(sql, caller.workspaceId, Number(id)) : undefined
    if (!invoice) throw notFound()
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    const bytes = await drawings.draw(invoice, { workspaceId: caller.workspaceId, signal: gone.signal })
    const name = `invoice-${invoice.number.replaceAll(/[^\w.-]+/g, '-')}.pdf`
    res.type('application/pdf').set('Content-Disposition', `inline; filename="${name}"`)
    res.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  })
  return router
}
