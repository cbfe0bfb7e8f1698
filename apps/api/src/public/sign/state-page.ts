import type { DocumentToSign } from '@matterbase/domain'
import { defaultLocale, writerOf } from '@matterbase/schemas/writing'
import type { Response } from 'express'
import { markup } from '../../http/browser/html.ts'
import type { Html } from '../../http/browser/html.ts'
import { sendPage } from '../page.ts'
import { wordsIn } from '../words.ts'

/** The firm's name and logo on the pages of a document. */
export const mastheadOf = ({ firm_name: name, firm_logo: logo }: DocumentToSign, token: string) => ({
  name,
  logo: logo && `/sign/${token}/logo?v=${logo}`,
})

/** The moment in the firm's time zone, with its name, because the signer can be in another one. */
const momentText = ({ locale, time_zone: zone }: Pick<DocumentToSign, 'locale' | 'time_zone'>, moment: Date) =>
  writerOf({ locale: locale ?? defaultLocale, currency: null, timeZone: zone ?? 'UTC' }).full(moment)

/** Sends the reason why a link ended. The page names the firm, but nothing of the document. */
export function sendEnded(res: Response, document: DocumentToSign) {
  const { firm_name: firm, environment } = document
  const { title, sentence } = endingOf(document)
  const body = markup`<h1>${title}</h1>
    <p>${sentence}</p>`
  const words = wordsIn(document.locale)
  sendPage(res, {
    words,
    status: 410,
    title,
    isTest: environment === 'test',
    masthead: { name: firm, logo: null },
    body,
  })
}

function endingOf(document: DocumentToSign): { title: string; sentence: string } {
  const { ended, signed_at: signedAt, declined_at: declinedAt, firm_name: firm } = document
  const { sign } = wordsIn(document.locale)
  if (ended === 'declined' && declinedAt)
    return {
      title: sign.declined,
      sentence: sign.declinedOn(momentText(document, declinedAt), firm),
    }
  if (ended === 'copy_expired' && signedAt)
    return {
      title: sign.signed,
      sentence: sign.copyEnded(momentText(document, signedAt), firm),
    }
  return { title: sign.expired, sentence: sign.askForNew(firm) }
}

/** Sends what became of a document that is not waiting. */
export function sendState(res: Response, document: DocumentToSign, token: string) {
  const { title, firm_name: firm, environment } = document
  const { status, sentence } = stateOf(document)
  const words = wordsIn(document.locale)
  const body = markup`<h1>${title}</h1>
    <p>${sentence}</p>
    ${
      document.status === 'signed' &&
      document.sha256 !== null &&
      markup`<dl>
        <dt>${words.sign.signer}</dt>
        <dd>${document.signer_name}, ${document.signer_email}</dd>
        <dt>${words.sign.askedBy}</dt>
        <dd>${firm}</dd>
        <dt>SHA-256</dt>
        <dd class="hash">${document.sha256}</dd>
      </dl>
      ${signatureOf(document)}
      <p><a class="button" href="/sign/${token}/file">${words.sign.copy}</a></p>`
    }`
  sendPage(res, { words, status, title, isTest: environment === 'test', masthead: mastheadOf(document, token), body })
}

/** As it was given: drawn, typed, or both. */
function signatureOf({ signed_name: name, signed_drawing: drawing, locale }: DocumentToSign): Html | false {
  if (name === null && drawing === null) return false
  return markup`<div class="signature">
    ${drawing !== null && markup`<svg viewBox="0 0 600 200" role="img" aria-label="${wordsIn(locale).sign.drawing}"><path d="${drawing}"></path></svg>`}
    ${name}
  </div>`
}

function stateOf({ signed_at: signedAt, firm_name: firm, ...document }: DocumentToSign) {
  const { sign } = wordsIn(document.locale)
  if (signedAt) return { status: 200, sentence: sign.signedOn(momentText(document, signedAt)) }
  return { status: 409, sentence: sign.notReady(firm) }
}
