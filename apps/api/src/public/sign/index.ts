import { fileURLToPath } from 'node:url'
import {
  declineDocument,
  findContent,
  findDocumentToSign,
  findLogo,
  noteView,
  signDocument,
  signerOf,
} from '@matterbase/domain'
import type { Db } from '@matterbase/db'
import type { DocumentToSign, Tx } from '@matterbase/domain'
import { Router } from 'express'
import type { Request, Response } from 'express'
import { sendContent, sendImage, sendPdfToRead } from '../../http/browser/send-content.ts'
import { sameSiteOnly } from '../../http/browser/same-site.ts'
import { visitorOf } from '../../http/browser/visitor.ts'
import { accessTo } from '../../http/access/access.ts'
import { stateOf } from '../../http/log/request-state.ts'
import { notFound } from '../../http/errors/api-error.ts'
import { readForm, secondsToWait } from '../form.ts'
import type { FormFields } from '../form.ts'
import type { PublicDeps } from '../deps.ts'
import { sendNotice } from '../page.ts'
import { sendState, sendWaiting } from './pages.ts'
import { signatureOf } from './signature.ts'

const script = fileURLToPath(new URL('draw.js', import.meta.url))

/** Where documents are signed or declined, by whoever has the link. */
export function signPages({ db, formLimiter, publicUrl }: PublicDeps): Router {
  const router = Router({ caseSensitive: true })
  router.use(sameSiteOnly(publicUrl))

  router.get('/assets/draw.js', (_req, res) =>
    res.sendFile(script, { cacheControl: false, headers: { 'Cache-Control': 'no-cache' } }),
  )

  router.get('/:token', async (req, res) => {
    const document = await findDocument(db, req, res)
    if (!document) return
    if (!isWaiting(document)) return sendState(res, document, req.params.token)
    if (req.method === 'GET') await noteView(accessOf(document, res).sql, document)
    sendWaiting(res, document, { token: req.params.token })
  })

  router.get('/:token/file', async (req, res) => {
    const document = await findDocument(db, req, res)
    const content =
      document && (await findContent(accessOf(document, res).sql, document.workspace_id, document.document_id))
    if (content) sendContent(res, content)
    else if (document) sendState(res, document, req.params.token)
  })

  // For the reader of a browser, beside the place to sign.
  router.get('/:token/read', async (req, res) => {
    const document = await findDocument(db, req, res)
    if (!document) return
    const { workspace_id: workspaceId, document_id: id } = document
    const content = await findContent(accessOf(document, res).sql, workspaceId, id)
    if (content?.media_type !== 'application/pdf') throw notFound()
    sendPdfToRead(res, content)
  })

  router.get('/:token/logo', async (req, res) => {
    const document = await findDocument(db, req, res)
    if (!document) return
    const logo = await findLogo(accessOf(document, res).sql, document.workspace_id)
    if (!logo) throw notFound()
    sendImage(res, logo)
  })

  const accessOf = ({ workspace_id: id }: DocumentToSign, res: Response) =>
    accessTo(db, id, { kind: 'one', requester: res, traceparent: stateOf(res.req).traceparent })

  /** What both forms have in common: `act` answers what is wrong, or nothing when it is done. */
  const answerForm = (act: (tx: Tx, document: DocumentToSign, typed: FormFields, req: Request) => Promise<string[]>) =>
    async function answer(req: Request<{ token: string }>, res: Response) {
      const document = await findDocument(db, req, res)
      if (!document) return
      const back = `/sign/${req.params.token}`
      if (!isWaiting(document)) return res.redirect(303, back)
      const typed = await readForm(req, res)
      const seconds = await secondsToWait(formLimiter, 'sign', req)
      if (seconds > 0) res.set('Retry-After', String(seconds))
      const errors =
        seconds > 0
          ? ['Too much was sent from your network. Please try again later.']
          : await accessOf(document, res).write(async (tx) => {
              // The link may have ended while the form was on its way.
              const now = await findDocumentToSign(tx.sql, req.params.token)
              return now && isWaiting(now) ? act(tx, now, typed, req) : []
            })
      if (errors.length === 0) return res.redirect(303, back)
      sendWaiting(res, document, { status: seconds > 0 ? 429 : 400, token: req.params.token, typed, errors })
    }

  router.post(
    '/:token',
    answerForm(async (tx, document, typed, req) => {
      const { signature, errors } = signatureOf(typed)
      if (!signature) return errors
      const signer = signerOf(document, visitorOf(req))
      const { isSigned } = await signDocument(tx, signer, { id: document.document_id, signature })
      if (!isSigned) return ['The document was changed while you had it open. Please read it again before you sign.']
      return []
    }),
  )

  router.post(
    '/:token/decline',
    answerForm(async (tx, document, { reason = '' }, req) => {
      await declineDocument(tx, signerOf(document, visitorOf(req)), {
        id: document.document_id,
        reason: reason.trim().replaceAll('\0', '').toWellFormed().slice(0, 2000) || null,
      })
      return []
    }),
  )
  return router
}

const isWaiting = ({ status, is_expired: isExpired, media_type: type }: DocumentToSign) =>
  status === 'sent' && !isExpired && type !== null

/** The document of the link; where there is none, the visitor has been told. */
async function findDocument(db: Db, req: Request<{ token: string }>, res: Response) {
  const document = await findDocumentToSign(db, req.params.token)
  if (!document) sendNotice(res, 404, 'This link is not valid', 'Please ask whoever sent it to you for a new one.')
  return document
}
