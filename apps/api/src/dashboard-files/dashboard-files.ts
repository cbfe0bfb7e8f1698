import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Router } from 'express'
import { staticFiles } from '../http/answer/static-files.ts'
import { policy } from './policy.ts'
import { pageOf } from './page-of.ts'

/** Where the dashboard's build puts its files. */
const built = fileURLToPath(new URL('dist', import.meta.resolve('@matterbase/dashboard/package.json')))

const notBuilt =
  'The dashboard is not built. Run `npx pnpm@12 --filter @matterbase/dashboard build`, then load this page again.\n'

/** The dashboard: its files, and its page for every other address that a browser navigates to. */
export function dashboardFiles(folder = built): Router {
  const router = Router({ caseSensitive: true })
  // The name of each of these carries a hash of what is in it.
  router.use('/assets', staticFiles(`${folder}/assets`, { immutable: true }))
  router.get(['/favicon.svg', '/favicon-test.svg', '/theme.js'], staticFiles(folder, { immutable: false }))
  router.use((req, res, next) => {
    const page = pageOf(req)
    if (!page) {
      next()
      return
    }
    res.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', Vary: 'Accept' })
    if (existsSync(`${folder}/${page}`))
      res.sendFile(page, { root: folder, cacheControl: false, etag: false, lastModified: false })
    else res.status(503).type('text').send(notBuilt)
  })
  return router
}
