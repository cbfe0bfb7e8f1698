import type { RequestHandler } from 'express'
import { compressedOnce } from './compressed.ts'
import { etagOf, isKnown } from './etag.ts'
import { sendAnswer } from './respond.ts'

/** Serves one JSON document. */
export function documentRoute(document: object): RequestHandler {
  const text = JSON.stringify(document)
  const bytes = Buffer.from(text)
  const headers = { ETag: etagOf(document), 'Cache-Control': 'public, max-age=0, must-revalidate' }
  const version = headers.ETag.replaceAll(/^W\/|"/g, '')
  const send = compressedOnce(1)
  return async (req, res) => {
    res.set('Cache-Control', headers['Cache-Control']).type('json')
    if (await send(req, res, { version, length: bytes.length, read: () => bytes })) return
    if (isKnown(headers.ETag, req.get('if-none-match'))) res.status(304).set(headers).end()
    else sendAnswer(res, { status: 200, headers, pieces: [text] })
  }
}
