import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { Html, markup } from '../http/browser/html.ts'
import { styles } from './styles.ts'
import { latin, typeface } from './typeface.ts'
import { wordsFor } from './words.ts'
import type { PublicWords } from './words-english.ts'

interface Masthead {
  readonly name: string
  /** The URL of the logo. */
  readonly logo: string | null
}

export interface Page {
  readonly words: PublicWords
  readonly status?: number
  readonly title: string
  readonly body: Html
  /** The owner of the page. Default: none is shown. */
  readonly masthead?: Masthead
  /** True to show that the workspace is a test workspace. Default false. */
  readonly isTest?: boolean
  /** The URL of our script. Default: none. */
  readonly script?: string
  /** True if other sites may show it in a frame. Default false. */
  readonly mayBeFramed?: boolean
  /** True if the page has a document next to its form, which needs a wide window. Default false. */
  readonly isWide?: boolean
}

const css = typeface + styles
const styleHash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`
const style = new Html(`<style>${css}</style>`)

/** Sends a page that works without scripts, sets no cookies and loads nothing from other hosts. */
export function sendPage(res: Response, page: Page) {
  const {
    words,
    status = 200,
    title,
    body,
    masthead,
    isTest = false,
    script,
    mayBeFramed = false,
    isWide = false,
  } = page
  const policy = [
    "default-src 'none'",
    `style-src ${styleHash}`,
    "font-src 'self'",
    "img-src 'self'",
    ...(isWide ? ["frame-src 'self'"] : []),
    ...(script === undefined ? [] : ["script-src 'self'"]),
    "form-action 'self'",
    "base-uri 'none'",
    ...(mayBeFramed ? [] : ["frame-ancestors 'none'"]),
  ]
  res.status(status).set({
    'Content-Security-Policy': policy.join('; '),
    // With no-referrer, browsers would send forms without an Origin to check.
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
  })
  res.type('html').send(
    markup`<!doctype html>
      <html lang="${words.lang}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          <link rel="preload" href="${latin}" as="font" type="font/woff2" crossorigin />
          ${style} ${script !== undefined && markup`<script type="module" src="${script}"></script>`}
        </head>
        <body>
          <main${isWide && markup` class="wide"`}>
            ${masthead && mastheadOf(masthead)} ${isTest && markup`<p class="test"><strong>TEST</strong> · ${words.test}</p>`}
            ${body}
          </main>
        </body>
      </html> `.text,
  )
}

const mastheadOf = ({ name, logo }: Masthead) =>
  markup`<div class="firm">
    ${logo !== null && markup`<img class="logo" src="${logo}" alt="" />`}
    <span>${name}</span>
  </div>`

interface Notice {
  readonly title: string
  readonly sentence: string
}

/** Sends a page with a heading and a sentence, in the language of the browser. */
export function sendNotice(res: Response, status: number, say: (words: PublicWords) => Notice) {
  const words = wordsFor(res.req)
  const { title, sentence } = say(words)
  sendPage(res, {
    words,
    status,
    title,
    body: markup`<h1>${title}</h1>
      <p>${sentence}</p>`,
  })
}
