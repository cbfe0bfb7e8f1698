import type { RequestHandler } from 'express'
import { etagOf, isKnown } from './etag.ts'
import { sendAnswer } from './respond.ts'

/** Serves one JSON document. */
export function documentRoute(document: object): RequestHandler {
  const text = JSON.stringify(document)
  const headers = { ETag: etagOf(document), 'Cache-Control': 'public, max-age=0, must-revalidate' }
  return (req, res) => {
    if (isKnown(headers.ETag, req.get('if-none-match'))) res.status(304).set(headers).end()
    else sendAnswer(res, { status: 200, headers, pieces: [text] })
  }
}
