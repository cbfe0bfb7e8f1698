import type { DocumentToSign } from '@matterbase/domain'
import { defaultLocale, writerOf } from '@matterbase/schemas/writing'
import type { Response } from 'express'
import type { FormFields } from '../form.ts'
import { markup } from '../../http/browser/html.ts'
import type { Html } from '../../http/browser/html.ts'
import { sendPage } from '../page.ts'

interface Waiting {
  readonly token: string
  readonly status?: number
  readonly typed?: FormFields
  readonly errors?: readonly string[]
}

/** In the firm's time zone, and named, since the signer may be elsewhere. */
const momentText = ({ locale, time_zone: zone }: DocumentToSign, moment: Date) =>
  writerOf({ locale: locale ?? defaultLocale, currency: null, timeZone: zone ?? 'UTC' }).full(moment)

const mastheadOf = ({ firm_name: name, firm_logo: logo }: DocumentToSign, token: string) => ({
  name,
  logo: logo && `/sign/${token}/logo?v=${logo}`,
})

/** Sends the document with the forms to sign and to decline it. */
export function sendWaiting(res: Response, document: DocumentToSign, waiting: Waiting) {
  const { title, firm_name: firm, signer_name: signer, environment, sha256 } = document
  const { token, status = 200, typed = {}, errors = [] } = waiting
  const body = markup`<h1>${title}</h1>
    <p class="muted">${firm} asks ${signer} to sign this document.</p>
    ${
      errors.length > 0 &&
      markup`<div class="alert" role="alert">
        <ul>
          ${errors.map((error) => markup`<li>${error}</li>`)}
        </ul>
      </div>`
    }
    <div class="beside"><div>${contentOf(document, token)}</div><div>
    <h2>Sign</h2>
    <form method="post" action="/sign/${token}">
      <input type="hidden" name="sha256" value="${sha256}" />
      <div class="field">
        <label for="name">Your full name</label>
        <input id="name" name="name" maxlength="255" autocomplete="name" value="${typed['name']?.slice(0, 255)}" />
      </div>
      <div class="field" data-drawing>
        <span class="hint" id="pad-hint">Or draw your signature with the mouse or a finger.</span>
        <svg class="pad" viewBox="0 0 600 200" role="img" aria-label="Your signature as drawn"><path></path></svg>
        <input type="hidden" name="drawing" /><button type="button" class="plain">Clear drawing</button>
      </div>
      <div class="field">
        <label class="consent"
          ><input type="checkbox" name="consent" value="yes" ${typed['consent'] === 'yes' && markup` checked`} />
          <span
            >I have read this document and agree to sign it electronically; my signature here counts like one on
            paper.</span
          ></label
        >
      </div>
      <button type="submit">Sign document</button>
    </form>
    <details>
      <summary>Decline to sign</summary>
      <form method="post" action="/sign/${token}/decline">
        <div class="field">
          <label for="reason">Reason <span class="hint">${firm} will see it. You can leave it empty.</span></label>
          <textarea id="reason" name="reason" maxlength="2000" rows="3">${typed['reason']}</textarea>
        </div>
        <button type="submit" class="plain">Decline</button>
      </form>
    </details></div></div>`
  sendPage(res, {
    status,
    title: `Sign: ${title}`,
    isTest: environment === 'test',
    masthead: mastheadOf(document, token),
    isWide: true,
    script: '/sign/assets/draw.js',
    body,
  })
}

function contentOf({ text, title, sha256, media_type: type }: DocumentToSign, token: string): Html {
  const file = markup`<p><a class="button" href="/sign/${token}/file">Download the document</a></p>`
  const isPdf = type === 'application/pdf'
  const shown =
    text === null
      ? markup`<p>Please read the document (${isPdf ? 'PDF' : 'a long text'}) before you sign it.</p>
          ${isPdf && markup`<iframe class="frame" src="/sign/${token}/read" title="${title}"></iframe>`} ${file}`
      : markup`<div class="document" tabindex="0" role="region" aria-label="${title}">${text}</div>`
  return markup`${shown}
    <p class="hint">SHA-256 of the document: <span class="hash">${sha256}</span></p>`
}

/** Sends what became of a document that is not waiting. */
export function sendState(res: Response, document: DocumentToSign, token: string) {
  const { title, firm_name: firm, environment } = document
  const { status, sentence } = stateOf(document)
  const body = markup`<h1>${title}</h1>
    <p>${sentence}</p>
    ${
      document.status === 'signed' &&
      document.sha256 !== null &&
      markup`<dl>
        <dt>Signer</dt>
        <dd>${document.signer_name}, ${document.signer_email}</dd>
        <dt>Asked by</dt>
        <dd>${firm}</dd>
        <dt>SHA-256</dt>
        <dd class="hash">${document.sha256}</dd>
      </dl>
      ${signatureOf(document)}
      <p><a class="button" href="/sign/${token}/file">Download your copy</a></p>`
    }`
  sendPage(res, { status, title, isTest: environment === 'test', masthead: mastheadOf(document, token), body })
}

/** As it was given: drawn, typed, or both. */
function signatureOf({ signed_name: name, signed_drawing: drawing }: DocumentToSign): Html | false {
  if (name === null && drawing === null) return false
  return markup`<div class="signature">
    ${drawing !== null && markup`<svg viewBox="0 0 600 200" role="img" aria-label="Your signature as drawn"><path d="${drawing}"></path></svg>`}
    ${name}
  </div>`
}

function stateOf(document: DocumentToSign): { status: number; sentence: string } {
  const { status, signed_at: signedAt, declined_at: declinedAt, firm_name: firm } = document
  if (status === 'signed' && signedAt)
    return { status: 200, sentence: `This document was signed on ${momentText(document, signedAt)}.` }
  if (status === 'declined' && declinedAt)
    return { status: 200, sentence: `This document was declined on ${momentText(document, declinedAt)}.` }
  if (document.is_expired) return { status: 410, sentence: `This link has expired. Please ask ${firm} for a new one.` }
  return { status: 409, sentence: `${firm} has not added the document yet. Please try again later.` }
}
