import { findCreditNote, findLogoOf, requirePermission } from '@matterbase/domain'
import { Router } from 'express'
import { notFound } from '../../http/errors/api-error.ts'
import type { WorkspaceDeps } from '../deps.ts'

/** A credit note as it was issued, as a PDF. */
export function creditNoteFiles({ enter, drawings }: WorkspaceDeps): Router {
  const router = Router({ caseSensitive: true })
  router.get('/credit-notes/:id/pdf', async (req, res) => {
    const { caller, sql } = await enter(req, res, 'one')
    requirePermission(caller, 'invoices:read')
    const { workspaceId } = caller
    const { id } = req.params
    const note = /^[1-9]\d{0,14}$/.test(id) ? await findCreditNote(sql, workspaceId, Number(id)) : undefined
    if (!note) throw notFound()
    const { logo: hash } = note.seller
    const logo = hash === null ? null : await findLogoOf(sql, workspaceId, hash)
    const gone = new AbortController()
    res.once('close', () => gone.abort())
    const since = { status: null, paidOn: null, paid: '0', due: '0' }
    const printed = { invoice: note, since, logo, epc: null, facturX: null }
    const { buffer, byteOffset, byteLength } = await drawings.draw(printed, { workspaceId, signal: gone.signal })
    const name = `credit-note-${note.number.replaceAll(/[^\w.-]+/g, '-')}.pdf`
    res.set({ 'Content-Type': 'application/pdf', 'Content-Disposition': `inline; filename="${name}"` })
    res.send(Buffer.from(buffer, byteOffset, byteLength))
  })
  return router
}
