import { Router } from 'express'
import { notFound } from '../../http/api-error.ts'
import { requirePermission } from '../../http/gate.ts'
import type { WorkspaceDeps } from '../index.ts'
import { findPrinted } from './printed-invoice.ts'

/** Invoices as PDF files, for reading and printing. */
export function invoicePdf({ enter }: WorkspaceDeps): Router {
  const router = Router({ caseSensitive: true })
  router.get('/invoices/:id/pdf', async (req, res) => {
    const { caller, sql } = await enter(req, res, 'one')
    requirePermission(caller, 'invoices:read')
    const { id } = req.params
    const invoice = /^[1-9]\d{0,14}$/.test(id) ? await findPrinted(sql, caller.workspaceId, Number(id)) : undefined
    if (!invoice) throw notFound()
    // Only a few requests need it, and it takes long to load.
    const { drawInvoice } = await import('./draw-invoice.ts')
    const name = `invoice-${invoice.number.replaceAll(/[^\w.-]+/g, '-')}.pdf`
    res.type('application/pdf').set('Content-Disposition', `inline; filename="${name}"`)
    res.send(await drawInvoice(invoice))
  })
  return router
}
