import type { Db } from '@matterbase/db'
import { findLogo } from '@matterbase/domain'
import { findSharedInvoice, noteInvoiceView } from '@matterbase/domain/sending'
import type { SharedInvoice } from '@matterbase/domain/sending'
import { Router } from 'express'
import type { Request, Response } from 'express'
import { fileName } from '../../drawing/file-name.ts'
import { findPrinted } from '../../drawing/find-printed.ts'
import { accessTo } from '../../http/access/access.ts'
import { contentDisposition } from '../../http/answer/content-disposition.ts'
import { sendImage, sendPdfToRead } from '../../http/browser/send-content.ts'
import { notFound } from '../../http/errors/api-error.ts'
import { stateOf } from '../../http/log/request-state.ts'
import type { PublicDeps } from '../deps.ts'
import { isReader } from '../is-reader.ts'
import { sendNotice } from '../page.ts'
import { sendInvoice } from './page.ts'

const sqlOf = (db: Db, { workspace_id: id }: SharedInvoice, res: Response) =>
  accessTo(db, id, { kind: 'one', requester: res, traceparent: stateOf(res.req).traceparent }).sql

/** The pages of an invoice for a client with its link. */
export function invoicePages({ db, drawings }: PublicDeps): Router {
  const router = Router({ caseSensitive: true })

  /** The invoice of the link; undefined after it sent the page for an invalid link. */
  async function findInvoice(req: Request<{ token: string }>, res: Response) {
    const shared = await findSharedInvoice(db, req.params.token)
    if (!shared) sendNotice(res, 404, ({ notices }) => notices.noLink)
    return shared
  }

  async function requirePrinted(shared: SharedInvoice, res: Response) {
    const printed = await findPrinted(sqlOf(db, shared, res), shared.workspace_id, shared.invoice_id)
    if (!printed) throw notFound()
    return printed
  }

  async function draw(shared: SharedInvoice, res: Response) {
    const of = { workspaceId: shared.workspace_id, requester: res }
    return drawings.draw(await requirePrinted(shared, res), of)
  }

  router.get('/:token', async (req, res) => {
    const shared = await findInvoice(req, res)
    if (!shared) return
    const printed = await requirePrinted(shared, res)
    if (isReader(req)) await noteInvoiceView(sqlOf(db, shared, res), shared)
    sendInvoice(res, { shared, printed, token: req.params.token })
  })

  // For the PDF viewer of the browser, next to the open amount.
  router.get('/:token/read', async (req, res) => {
    const shared = await findInvoice(req, res)
    if (shared) sendPdfToRead(res, await draw(shared, res))
  })

  router.get('/:token/file', async (req, res) => {
    const shared = await findInvoice(req, res)
    if (!shared) return
    const content = await draw(shared, res)
    res.set({
      'Content-Type': 'application/pdf',
      'Content-Disposition': contentDisposition('attachment', fileName('invoice', shared.number, '.pdf')),
      'Cache-Control': 'no-store',
    })
    res.send(Buffer.from(content))
  })

  router.get('/:token/logo', async (req, res) => {
    const shared = await findInvoice(req, res)
    if (!shared) return
    const logo = await findLogo(sqlOf(db, shared, res), shared.workspace_id)
    if (!logo) throw notFound()
    sendImage(res, logo)
  })
  return router
}
