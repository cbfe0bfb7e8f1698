import { readFileSync } from 'node:fs'
import type { OpenApiDocument } from '@matterbase/schemas'
import { Router } from 'express'
import { compressedOnce } from '../../http/answer/compressed.ts'
import { etagOf, isKnown } from '../../http/answer/etag.ts'
import { getOnly } from '../../http/answer/get-only.ts'
import { eventsPage } from './html/events-page.ts'
import { indexPage } from './html/index-page.ts'
import { layout } from './html/layout.ts'
import { llmsTxt } from './llms-txt.ts'
import { readReference } from './read-reference.ts'
import { resourcePage } from './html/resource-page.ts'

// Nothing but its own stylesheet, and the icon that is none.
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The reference as pages that need no script, and `llms.txt`. Rendered here, once.
 *
 * @param document what they are made from.
 */
export function referencePages(document: OpenApiDocument): Router {
  const reference = readReference(document)
  const pages = [
    indexPage(reference),
    ...reference.resources.map((resource) => resourcePage(reference, resource)),
    ...(reference.events ? [eventsPage(reference, reference.events)] : []),
  ]
  const router = Router({ caseSensitive: true })
  const send = compressedOnce()
  const serve = (href: string, type: string, text: string) => {
    const headers = {
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-cache',
    }
    const etag = etagOf({ text })
    const bytes = Buffer.from(text)
    const version = `${href.slice(1)}-${etag.replaceAll(/^W\/|"/g, '')}`
    router.all(href.replace('/docs', ''), getOnly, async (req, res) => {
      res.set(headers).type(type)
      if (await send(req, res, { version, length: bytes.length, read: () => bytes })) return
      res.set('ETag', etag)
      if (isKnown(etag, req.get('if-none-match'))) res.status(304).end()
      else res.send(bytes)
    })
  }
  for (const page of pages) serve(page.href, 'html', layout(reference, page))
  serve('/docs/reference/reference.css', 'css', readFileSync(new URL('reference.css', import.meta.url), 'utf8'))
  serve('/docs/llms.txt', 'text', llmsTxt(reference))
  return router
}
