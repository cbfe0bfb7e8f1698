import type { DocumentToSign } from '@matterbase/domain'
import type { Response } from 'express'
import type { FormFields } from '../form.ts'
import { markup } from '../../http/browser/html.ts'
import type { Html } from '../../http/browser/html.ts'
import { sendPage } from '../page.ts'
import { wordsIn } from '../words.ts'
import { formForCode, formToSign } from './sign-form.ts'
import type { CodeState } from './sign-form.ts'
import { mastheadOf } from './state-page.ts'

interface Waiting {
  readonly token: string
  readonly code: CodeState
  readonly status?: number
  readonly typed?: FormFields
  readonly errors?: readonly string[]
}

/** Sends the document with the forms to sign and to decline it. */
export function sendWaiting(res: Response, document: DocumentToSign, waiting: Waiting) {
  const { title, firm_name: firm, signer_name: signer, environment } = document
  const { token, code, status = 200, typed = {}, errors = [] } = waiting
  const words = wordsIn(document.locale)
  const { sign } = words
  const body = markup`<h1>${title}</h1>
    <p class="muted">${sign.asks(firm, signer)}</p>
    ${
      errors.length > 0 &&
      markup`<div class="alert" role="alert">
        <ul>
          ${errors.map((error) => markup`<li>${error}</li>`)}
        </ul>
      </div>`
    }
    <div class="columns"><div>${contentOf(document, token)}</div><div>
    <h2>${sign.sign}</h2>
    ${code === 'needed' ? formForCode(document, token) : formToSign(document, token, { code, typed })}
    <details>
      <summary>${sign.declining}</summary>
      <form method="post" action="/sign/${token}/decline">
        <div class="field">
          <label for="reason">${sign.reason} <span class="hint">${sign.reasonHint(firm)}</span></label>
          <textarea id="reason" name="reason" maxlength="2000" rows="3">${typed['reason']}</textarea>
        </div>
        <button type="submit" class="plain">${sign.decline}</button>
      </form>
    </details></div></div>`
  sendPage(res, {
    words,
    status,
    title: sign.page(title),
    isTest: environment === 'test',
    masthead: mastheadOf(document, token),
    isWide: true,
    // While a code is needed, the page has no drawing area.
    ...(code !== 'needed' && { script: '/sign/assets/draw.js' }),
    body,
  })
}

function contentOf({ text, title, sha256, media_type: type, locale }: DocumentToSign, token: string): Html {
  const { sign } = wordsIn(locale)
  const file = markup`<p><a class="button" href="/sign/${token}/file">${sign.download}</a></p>`
  const isPdf = type === 'application/pdf'
  const shown =
    text === null
      ? markup`<p>${sign.read(isPdf ? 'pdf' : 'text')}</p>
          ${isPdf && markup`<iframe class="frame" src="/sign/${token}/read" title="${title}"></iframe>`} ${file}`
      : markup`<div class="document" tabindex="0" role="region" aria-label="${title}">${text}</div>`
  return markup`${shown}
    <p class="hint">${sign.hash} <span class="hash">${sha256}</span></p>`
}
