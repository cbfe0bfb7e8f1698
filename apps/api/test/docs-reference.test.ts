import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { findBrowser } from '@matterbase/config/testing'
import { contract, errorCodesOf, eventKinds, openApiDocument, operations, tags } from '@matterbase/schemas'
import type { Contract, OpenApiDocument, Operation } from '@matterbase/schemas'
import type { AxeResults } from 'axe-core'
import { chromium } from 'playwright-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { indexPage } from '../src/docs-page/reference/html/index-page.ts'
import { layout } from '../src/docs-page/reference/html/layout.ts'
import { readReference } from '../src/docs-page/reference/read-reference.ts'
import { resourcePage } from '../src/docs-page/reference/html/resource-page.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

const hrefs = Object.values(tags).map(({ name }) => `/docs/reference/${name.toLowerCase().replaceAll(' ', '-')}`)
const pages = ['/docs/reference', ...hrefs, '/docs/reference/events']
const resources = Object.keys(contract) as (keyof Contract)[]
const named = resources.flatMap((resource, at) =>
  Object.values<Operation>(contract[resource]).map(
    (operation) =>
      [`${operation.method.toUpperCase()} ${operation.path}`, { operation, href: hrefs[at] ?? '' }] as const,
  ),
)

let api: Api
const html = new Map<string, string>()

beforeAll(async () => {
  api = await startApi()
  for (const path of pages) html.set(path, await (await fetch(api.origin + path)).text())
})
afterAll(() => api.close())

const readable = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const sectionOf = (href: string, { operationId }: Operation) =>
  new RegExp(`<section id="${operationId}".*?</section>`, 's').exec(html.get(href) ?? '')?.[0] ?? ''

describe.each(named)('%s', (name, { operation, href }) => {
  it('is on the page of its resource, under its anchor, with its scope and its error codes', () => {
    const text = readable(sectionOf(href, operation))
    const { summary, scope } = operation
    const codes = errorCodesOf(operation).map((code) => `${code}:`)
    expect([name, summary, scope ?? 'Any valid key', ...codes].filter((part) => !text.includes(part))).toEqual([])
  })

  it('is there with every parameter and every member of its body', () => {
    const listed = sectionOf(href, operation)
    const members = [operation.params, operation.query, operation.body].flatMap((schema) =>
      Object.keys(schema?.shape ?? {}),
    )
    expect(members.filter((member) => !listed.includes(`<dt><code>${member}</code>`))).toEqual([])
  })

  it('is on the first page, which leads to it', () => {
    const index = html.get('/docs/reference') ?? ''
    expect(index).toContain(`href="${href}#${operation.operationId}"`)
    expect(readable(index)).toContain(name)
  })
})

const isExpected = Boolean(process.env['CI'])
const hasCurl = spawnSync('curl', ['--version']).status === 0
if (!hasCurl && !isExpected) console.warn('There is no curl: the examples of the reference are not run')

describe.skipIf(!hasCurl && !isExpected)('an example', () => {
  const commandOf = ({ operation, href }: (typeof named)[number][1]) => {
    const [, example = ''] = /<pre class="curl"><code>(.*?)<\/code>/s.exec(sectionOf(href, operation)) ?? []
    return readable(example).replace('http://localhost/api/v1', api.baseUrl)
  }
  let answers: readonly string[]
  beforeAll(async () => {
    // One shell for all of them: to start one from here takes longer than what it does.
    const script = named.map(([, of]) => `${commandOf(of)} -s -w '\\n%{http_code}'; printf '\\036'`).join('\n')
    const { stdout } = await promisify(execFile)('sh', ['-c', script], {
      env: { PATH: process.env['PATH'], MATTERBASE_API_KEY: await api.key() },
      maxBuffer: Infinity,
    })
    answers = stdout.split('\u001e')
  })

  it.each(named.map(([name, of], at) => [name, of, at] as const))(
    'of %s is a request that the server takes',
    (_name, of, at) => {
      expect(commandOf(of)).toContain(api.baseUrl)
      const { operation } = of
      const [text = '', status] = answers[at]?.split(/\n(?=\d+$)/) ?? []
      const isList = operation.method === 'get' && !operation.params
      if (isList) expect(status, text).toBe('200')
      // The ids of the examples lead to nothing here; nothing else may be wrong with them.
      else expect(isMissing(text) ? '404' : status, text).toMatch(/^20[0-2]$|^404$/)
    },
  )

  function isMissing(text: string) {
    const { details = [] } = JSON.parse(text) as { details?: { code: string }[] }
    return details.length > 0 && details.every(({ code }) => code === 'not_found')
  }
})

describe('the pages', () => {
  it.each(pages)('%s runs nothing, loads its stylesheet only, and leads to the others', async (path) => {
    const page = await fetch(api.origin + path)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    const text = await page.text()
    expect(text).not.toMatch(/<script|<style| style=| on\w+=/)
    for (const href of [...pages, '/docs', '/docs/llms.txt', '/api/v1/openapi.json'])
      expect(text).toContain(`href="${href}"`)
  })

  it('link to nothing that is not there', async () => {
    const links = [...html].flatMap(([path, text]) =>
      [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => (href.startsWith('#') ? path + href : href)),
    )
    for (const link of new Set(links.filter((href) => !href.startsWith('data:')))) {
      const [path = '', anchor] = link.split('#')
      if (anchor === undefined) expect((await fetch(api.origin + path)).status, link).toBe(200)
      else expect(html.get(path), link).toContain(`id="${anchor}"`)
    }
  })

  it.each(pages)('%s has one of each anchor, and headings in order', (path) => {
    const text = html.get(path) ?? ''
    const anchors = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(anchors).toEqual([...new Set(anchors)])
    const levels = [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 1) + 1)).toEqual([])
  })

  it('show every kind of event, once, with an example of it', () => {
    const page = html.get('/docs/reference/events') ?? ''
    const shown = [...page.matchAll(/<h2 id="([a-z_]+\.[a-z]+)">.*?<pre><code>(.*?)<\/code>/gs)]
    expect(shown.map(([, kind]) => kind).toSorted()).toEqual(eventKinds.toSorted())
    for (const [, kind, example = ''] of shown) expect(JSON.parse(readable(example))).toMatchObject({ event: kind })
  })

  it('say what every operation of the contract is, once', () => {
    const anchors = [...html.values()].flatMap((text) =>
      [...text.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id ?? ''),
    )
    expect(anchors.sort()).toEqual(operations.map(({ operationId }) => operationId).sort())
  })

  it.each([...pages, '/docs/reference/reference.css', '/docs/llms.txt'])(
    '%s is answered as everywhere else',
    async (path) => {
      const page = await fetch(api.origin + path)
      const length = (await page.text()).length
      const head = await fetch(api.origin + path, { method: 'HEAD' })
      expect([head.status, (await head.text()).length, length > 100]).toEqual([200, 0, true])
      const options = await fetch(api.origin + path, { method: 'OPTIONS' })
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
      const post = await fetch(api.origin + path, { method: 'POST' })
      expect([post.status, ((await post.json()) as { code: string }).code]).toEqual([405, 'method_not_allowed'])
      const known = await fetch(api.origin + path, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
      expect([known.status, page.headers.get('cache-control')]).toEqual([304, 'no-cache'])
      expect((await fetch(`${api.origin}${path}/`)).status).toBe(200)
    },
  )

  it.each(['/docs/reference/nothing', '/docs/reference/matters/nothing', '/docs/reference/routes.ts', '/docs/llms'])(
    'answers 404 to %s',
    async (path) => {
      const reply = await fetch(api.origin + path)
      expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([404, 'not_found'])
    },
  )

  it('show markup in any text of the document as text', () => {
    const texts = JSON.stringify(openApiDocument(contract, tags, 'http://localhost/api/v1'))
    const hostile = texts.replaceAll(/"(description|summary|title|name|example)":"/g, `"$1":"<i title='\\">`)
    const reference = readReference(JSON.parse(hostile) as OpenApiDocument)
    const all = [indexPage(reference), ...reference.resources.map((resource) => resourcePage(reference, resource))]
    const markup = all.map((page) => layout(reference, page)).join('')
    expect(markup).toContain('&lt;i title=&#39;&quot;&gt;')
    expect(markup).not.toMatch(/<i\b|i title='/)
  })

  it('has a text for language models that leads to every page', async () => {
    const reply = await fetch(`${api.origin}/docs/llms.txt`)
    expect(reply.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await reply.text()
    expect(text).toMatch(/^# Matterbase API\n\n> /)
    expect(text).toContain('Base URL: http://localhost/api/v1\n')
    expect(text).toContain('Authorization: Bearer')
    for (const path of [...pages, '/api/v1/openapi.json']) expect(text).toContain(`(http://localhost${path})`)
  })
})

const executablePath = findBrowser()

describe.skipIf(!executablePath)('in a browser', () => {
  let browser: Browser
  let axe: string

  beforeAll(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
  })
  afterAll(() => browser?.close())

  // One of each kind: the others have the same parts, as the test after this says, and anchors and headings are read above.
  const ofEachKind = pages.slice(0, 2)

  it.each(pages)('%s suits everybody and never scrolls sideways, wide and light or narrow and dark', async (path) => {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    page.on('requestfailed', (request) => complaints.push(request.url()))
    await page.goto(api.origin + path)
    if (ofEachKind.includes(path)) await page.evaluate(axe)
    for (const { width, colorScheme, background } of [
      { width: 1280, colorScheme: 'light', background: 'rgb(255, 255, 255)' },
      { width: 390, colorScheme: 'dark', background: 'rgb(18, 18, 17)' },
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background)
      if (ofEachKind.includes(path)) expect(await violations(page)).toEqual([])
    }
    expect(complaints).toEqual([])
    await page.close()
  })

  async function violations(page: Page) {
    const found = await page.evaluate<AxeResults>(`axe.run(document, { resultTypes: ['violations'] })`)
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html: at }) => `${id}: ${at}`))
  }

  it('and whatever the stylesheet can tell apart on any page is on one of each kind', () => {
    const parts = (path: string) => html.get(path)?.match(/<\w+|class="[^"]*"/g) ?? []
    const seen = new Set(ofEachKind.flatMap(parts))
    expect(seen.size).toBeGreaterThan(20)
    expect(pages.flatMap(parts).filter((part) => !seen.has(part))).toEqual([])
  })
})
