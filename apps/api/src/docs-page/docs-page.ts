import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compression from 'compression'
import express, { Router } from 'express'

// The reference styles itself from its script; everything else comes from here, and nothing from elsewhere.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const start = fileURLToPath(new URL('start.js', import.meta.url))

/** The API reference: a page at the router's root, which reads the OpenAPI document and can try it out. */
export function docsPage(): Router {
  const { folder, version } = apiReference()
  const page = pageHtml(`assets/${version}`)
  const router = Router()
  router.use(compression())
  router.get('/', (_req, res) => {
    res.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    })
    res.type('html').send(page)
  })
  router.get('/start.js', (_req, res) =>
    res.sendFile(start, { cacheControl: false, headers: { 'Cache-Control': 'no-cache' } }),
  )
  // Files are sent as they are read; the version in their address lets browsers keep them.
  router.use(
    `/assets/${version}`,
    express.static(folder, { immutable: true, maxAge: '365d', index: false, redirect: false }),
  )
  return router
}

/** Where the reference's package keeps what it ships for browsers. */
function apiReference() {
  const main = import.meta.resolve('@scalar/api-reference')
  const manifest = JSON.parse(readFileSync(new URL('../package.json', main), 'utf8')) as { version: string }
  return { folder: fileURLToPath(new URL('browser', main)), version: manifest.version }
}

const pageHtml = (assets: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Matterbase API</title>
    <link rel="icon" href="data:,">
    <link rel="modulepreload" href="/docs/${assets}/standalone.esm.js">
    <script type="module" src="/docs/start.js" data-reference="/docs/${assets}/standalone.esm.js"></script>
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. <a href="/api/v1/openapi.json">The OpenAPI document</a> does not.</noscript>
  </body>
</html>
`
