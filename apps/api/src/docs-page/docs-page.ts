import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { scopes } from '@matterbase/schemas'
import type { OpenApiDocument } from '@matterbase/schemas'
import { Router } from 'express'
import type { SessionCookie } from '../http/browser/cookie.ts'
import { staticFiles } from '../http/answer/static-files.ts'
import { madeWhenAsked } from '../http/answer/when-asked.ts'
import { referencePages } from './reference/routes.ts'

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

const scripts = {
  '/start.js': new URL('start.js', import.meta.url),
  '/test-key.js': new URL('test-key.js', import.meta.url),
}

/**
 * The API reference: a page at the router's root, which reads the OpenAPI document and can try it out, and
 * pages below it that need no script.
 *
 * @param cookie tells who may be signed in to the dashboard: they are offered a test key.
 * @param document what the pages without scripts are made from.
 */
export function docsPage(cookie: SessionCookie, document: () => OpenApiDocument): Router {
  const { folder, version } = apiReference()
  const router = Router()
  router.get('/', (req, res) => {
    res.set({
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-cache',
      Vary: 'Cookie',
    })
    res.type('html').send(pageHtml(`assets/${version}`, cookie.read(req) !== undefined))
  })
  for (const [path, file] of Object.entries(scripts)) {
    router.get(path, (_req, res) =>
      res.sendFile(fileURLToPath(file), { cacheControl: false, headers: { 'Cache-Control': 'no-cache' } }),
    )
  }
  // The version in their address lets browsers keep them.
  router.use(`/assets/${version}`, staticFiles(folder, { immutable: true }))
  router.use(madeWhenAsked(() => referencePages(document())))
  return router
}

/** Where the reference's package keeps what it ships for browsers. */
function apiReference() {
  const main = import.meta.resolve('@scalar/api-reference')
  const manifest = JSON.parse(readFileSync(new URL('../package.json', main), 'utf8')) as { version: string }
  return { folder: fileURLToPath(new URL('browser', main)), version: manifest.version }
}

const testKeyBar = `
    <style>
      #test-key:not([hidden]) {
        position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 44px; padding: 0 16px;
        display: flex; align-items: center; gap: 12px; font: 13px system-ui, sans-serif;
        background: var(--scalar-background-2); color: var(--scalar-color-1);
        border-bottom: 1px solid var(--scalar-border-color);
      }
      #test-key button { font: inherit; padding: 4px 10px; cursor: pointer; white-space: nowrap; }
      body:has(#test-key:not([hidden])) { --scalar-custom-header-height: 44px; }
    </style>
    <div id="test-key" data-scopes="${scopes.join(' ')}" hidden>
      <button type="button">Use a test key</button>
      <output>It sees the test workspace only and ends by itself after an hour.</output>
    </div>`

const pageHtml = (assets: string, mayBeSignedIn: boolean) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Matterbase API</title>
    <link rel="icon" href="data:,">
    <link rel="modulepreload" href="/docs/${assets}/standalone.esm.js">
    <script type="module" src="/docs/start.js" data-reference="/docs/${assets}/standalone.esm.js"></script>
  </head>
  <body>${mayBeSignedIn ? testKeyBar : ''}
    <div id="reference"></div>
    <noscript>
      This page needs JavaScript. <a href="/docs/reference">The plain reference</a> and
      <a href="/api/v1/openapi.json">the OpenAPI document</a> do not.
    </noscript>
  </body>
</html>
`
