import { fileURLToPath } from 'node:url'
import { findLogo, noteView, openContent } from '@matterbase/domain'
import { Router } from 'express'
import { sendContent, sendContentToRead, sendImage } from '../../http/browser/send-content.ts'
import { sameSiteOnly } from '../../http/browser/same-site.ts'
import { notFound } from '../../http/errors/api-error.ts'
import type { PublicDeps } from '../deps.ts'
import { isReader } from '../is-reader.ts'
import { codeStateOf } from './answer-form.ts'
import { signForms } from './forms.ts'
import { accessToDocument, findOpenDocument, isWaiting } from './open-document.ts'
import { sendWaiting } from './waiting-page.ts'
import { sendState } from './state-page.ts'

const script = fileURLToPath(new URL('draw.js', import.meta.url))

/** The pages to sign or decline a document, for anyone with the link. */
export function signPages(deps: PublicDeps): Router {
  const { db, publicUrl } = deps
  const forms = signForms(deps)
  const router = Router({ caseSensitive: true })
  router.use(sameSiteOnly(publicUrl))

  router.get('/assets/draw.js', (_req, res) =>
    res.sendFile(script, { cacheControl: false, headers: { 'Cache-Control': 'no-cache' } }),
  )

  router.get('/:token', async (req, res) => {
    const document = await findOpenDocument(db, req, res)
    if (!document) return
    if (!isWaiting(document)) return sendState(res, document, req.params.token)
    if (isReader(req) && !document.is_viewed)
      await accessToDocument(db, document, res).write((tx) => noteView(tx, document.document_id))
    sendWaiting(res, document, { token: req.params.token, code: await codeStateOf(deps, document, res) })
  })

  router.get('/:token/file', async (req, res) => {
    const document = await findOpenDocument(db, req, res)
    const content =
      document &&
      (await openContent(accessToDocument(db, document, res).sql, document.workspace_id, document.document_id))
    if (content) await sendContent(res, content)
    else if (document) sendState(res, document, req.params.token)
  })

  // For the PDF viewer of the browser, next to the form.
  router.get('/:token/read', async (req, res) => {
    const document = await findOpenDocument(db, req, res)
    if (!document) return
    const { workspace_id: workspaceId, document_id: id } = document
    const content = await openContent(accessToDocument(db, document, res).sql, workspaceId, id)
    if (content?.mediaType !== 'application/pdf') throw notFound()
    await sendContentToRead(res, content)
  })

  router.get('/:token/logo', async (req, res) => {
    const document = await findOpenDocument(db, req, res)
    if (!document) return
    const logo = await findLogo(accessToDocument(db, document, res).sql, document.workspace_id)
    if (!logo) throw notFound()
    sendImage(res, logo)
  })

  router.post('/:token', forms.sign)
  router.post('/:token/code', forms.sendCode)
  router.post('/:token/decline', forms.decline)
  return router
}
