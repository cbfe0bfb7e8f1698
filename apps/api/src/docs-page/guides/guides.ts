import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OpenApiDocument } from '@matterbase/schemas'
import { Router } from 'express'
import { etagOf, isKnown } from '../../http/answer/etag.ts'
import { getOnly } from '../../http/answer/get-only.ts'
import { staticFiles } from '../../http/answer/static-files.ts'
import { madeWhenAsked } from '../../http/answer/when-asked.ts'
import { llmsTxt } from './llms-txt.ts'
import type { GuideIndex } from './llms-txt.ts'

/** The build folder of the guides. */
const built = fileURLToPath(new URL('dist', import.meta.resolve('@matterbase/docs/package.json')))

const notBuilt =
  'The guides are not built. Run `npx pnpm@12 --filter @matterbase/docs build`, then load this page again.\n'

/**
 * The guides as pages, the same guides as Markdown, and `llms.txt`, which lists them.
 *
 * @param document the OpenAPI document, from which `llms.txt` takes its introduction.
 */
export function guides(document: () => OpenApiDocument, folder = built): Router {
  const router = Router({ caseSensitive: true })
  router.use(getOnly)
  // The build puts a hash of the content into the name of each of these files.
  router.use('/assets', staticFiles(`${folder}/assets`, { immutable: true }))
  router.use((_req, res, next) => {
    if (existsSync(`${folder}/index.html`)) next()
    else res.status(503).type('text').send(notBuilt)
  })
  router.use(madeWhenAsked(() => pages(document, folder)))
  return router
}

function pages(document: () => OpenApiDocument, folder: string): Router {
  const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')
  const policy = guidesPolicy(read('index.html'))
  const notFoundPage = read('404.html')
  const files = staticFiles(folder, { immutable: false })
  const listOfGuides = llmsTxt(document(), JSON.parse(read('index.json')) as GuideIndex)
  const listTag = etagOf({ text: listOfGuides })
  const router = Router({ caseSensitive: true })

  router.get('/llms.txt', (req, res) => {
    res.set({ 'Cache-Control': 'no-cache', ETag: listTag }).type('text')
    if (isKnown(listTag, req.get('if-none-match'))) res.status(304).end()
    else res.send(listOfGuides)
  })
  router.use((req, res, next) => {
    const [, path = '', query = ''] = /^([^?]*)(.*)$/.exec(req.originalUrl) ?? []
    // The scripts of the pages expect the first page at a path with a trailing slash.
    if (path === req.baseUrl) return res.redirect(`${path}/${query}`)
    res.set('Content-Security-Policy', policy)
    req.url = fileOf(req.path)
    return files(req, res, next)
  })
  router.use((req, res, next) => {
    if (req.accepts(['json', 'html']) !== 'html') return next()
    return res.status(404).set('Cache-Control', 'no-cache').type('html').send(notFoundPage)
  })
  return router
}

/** The file of a path. Paths of pages have no `.html`. */
function fileOf(path: string): string {
  if (path.endsWith('/')) return `${path}index.html`
  return /\.\w+$/.test(path) ? path : `${path}.html`
}

/**
 * The Content-Security-Policy of the guides: the files and inline scripts of the build, and nothing from elsewhere. No
 * script can send a request, because the pages share the origin of the dashboard.
 *
 * @param page any page of the build: the inline scripts are the same on each.
 */
function guidesPolicy(page: string): string {
  const scripts = [...page.matchAll(/<script(?![^>]* src=)[^>]*>([^<]*)<\/script>/g)]
  const hashes = scripts.map(([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}
