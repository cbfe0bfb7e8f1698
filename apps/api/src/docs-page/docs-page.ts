import { fileURLToPath } from 'node:url'
import type { OpenApiDocument } from '@matterbase/schemas'
import { Router } from 'express'
import type { SessionCookie } from '../http/browser/cookie.ts'
import { apiReference } from './api-reference/routes.ts'
import { guides } from './guides/guides.ts'

/** The packed SDK of this build. */
const sdk = new URL('../../../../packages/sdk/packed/sdk.tgz', import.meta.url)

/**
 * The documentation: the guides at the root of the router, the API reference at `/api`, and the SDK to install.
 *
 * @param cookie The session cookie of the dashboard.
 * @param document The OpenAPI document.
 */
export function docsPage(cookie: SessionCookie, document: () => OpenApiDocument): Router {
  const router = Router({ caseSensitive: true })
  router.use('/api', apiReference(cookie))
  // npm revalidates the file by its tag.
  router.get('/sdk.tgz', (_req, res) =>
    res.type('application/gzip').sendFile(fileURLToPath(sdk), {
      cacheControl: false,
      headers: { 'Cache-Control': 'no-cache' },
    }),
  )
  router.use(guides(document))
  return router
}
