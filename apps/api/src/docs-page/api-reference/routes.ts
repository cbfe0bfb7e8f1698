import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { scopes } from '@matterbase/schemas'
import { Router } from 'express'
import type { RequestHandler, Response } from 'express'
import type { SessionCookie } from '../../http/browser/cookie.ts'
import { staticFiles } from '../../http/answer/static-files.ts'

/** The Content-Security-Policy of both pages, plus the parts of each. */
const policyOf = (...more: readonly string[]) =>
  ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "form-action 'none'", ...more].join('; ')

// The page runs with the cookies of the dashboard, so it runs only code of this repository and creates no markup from strings.
const pagePolicy = policyOf(
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
)

// The third-party bundle in the frame gets no cookies, no storage and no other window.
const sandbox = 'allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox'

// The bundle adds inline styles, and loads everything from this server.
const framePolicy = policyOf(
  `sandbox ${sandbox}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-ancestors 'self'",
)

const files = {
  '/page.js': new URL('page.js', import.meta.url),
  '/page.css': new URL('page.css', import.meta.url),
  '/test-key.js': new URL('test-key.js', import.meta.url),
  '/frame.js': new URL('frame.js', import.meta.url),
}

const sendPage = (res: Response, policy: string, html: string) =>
  res.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' }).type('html').send(html)

/**
 * The API reference: a page at the root of the router that has the reference in a frame. The frame reads the OpenAPI
 * document and can send requests.
 *
 * The origin of the frame is opaque: a malicious release of the reference's package can neither use the session of the
 * dashboard nor read its responses.
 *
 * @param cookie The session cookie of the dashboard. Its users are offered a test key.
 */
export function apiReference(cookie: SessionCookie): Router {
  const { folder, version } = packageFiles()
  const router = Router()
  router.get('/', (req, res) => {
    res.set('Vary', 'Cookie')
    sendPage(res, pagePolicy, pageHtml(cookie.read(req) !== undefined))
  })
  router.get('/frame', (_req, res) =>
    sendPage(res, framePolicy, frameHtml(`/docs/api/assets/${version}/standalone.esm.js`)),
  )
  for (const [path, file] of Object.entries(files))
    router.get(path, forEveryOrigin, (_req, res) =>
      res.sendFile(fileURLToPath(file), { cacheControl: false, headers: { 'Cache-Control': 'no-cache' } }),
    )
  // The version in the path lets browsers cache the files forever.
  router.use(`/assets/${version}`, forEveryOrigin, staticFiles(folder, { immutable: true }))
  return router
}

/** The opaque origin of the frame differs from the origin of its modules. */
const forEveryOrigin: RequestHandler = (_req, res, next) => {
  res.set({ 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' })
  next()
}

/** The browser files of the reference's package. */
function packageFiles() {
  const main = import.meta.resolve('@scalar/api-reference')
  const manifest = JSON.parse(readFileSync(new URL('../package.json', main), 'utf8')) as { version: string }
  return { folder: fileURLToPath(new URL('browser', main)), version: manifest.version }
}

const testKeyBar = `
    <div id="test-key" data-scopes="${scopes.join(' ')}" hidden>
      <button type="button">Use a test key</button>
      <output>It sees the test workspace only and ends by itself after an hour.</output>
    </div>`

const headStart = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Matterbase API</title>`

const pageHtml = (mayBeSignedIn: boolean) => `${headStart}
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/api/page.css">
    <script type="module" src="/docs/api/page.js"></script>
  </head>
  <body>
    <nav aria-label="Documentation"><a href="/docs/">Guides</a></nav>${mayBeSignedIn ? testKeyBar : ''}
    <iframe title="API reference" sandbox="${sandbox}" allow="clipboard-write *"></iframe>
    <noscript>
      This page needs JavaScript. <a href="/docs/">The guides</a> and
      <a href="/api/v1/openapi.json">the OpenAPI document</a> do not.
    </noscript>
  </body>
</html>
`

const frameHtml = (reference: string) => `${headStart}
    <link rel="modulepreload" href="${reference}">
    <script type="module" src="/docs/api/frame.js" data-reference="${reference}"></script>
  </head>
  <body>
    <div id="reference"></div>
  </body>
</html>
`
