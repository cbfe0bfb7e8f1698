import type { DocumentToSign } from '@matterbase/domain'
import { markup } from '../../http/browser/html.ts'
import type { FormFields } from '../form.ts'
import { wordsIn } from '../words.ts'

/** True if the signer types a code: none where the server sends no email. */
export type CodeState = 'none' | 'needed' | 'sent'

const sendCode = (token: string, label: string, style: string) =>
  markup`<form method="post" action="/sign/${token}/code"><button type="submit" class="${style}">${label}</button></form>`

export function formForCode({ firm_name: firm, signer_email: email, locale }: DocumentToSign, token: string) {
  const { sign } = wordsIn(locale)
  return markup`<p>${sign.needsCode(firm)} <strong>${email}</strong>.</p>
    ${sendCode(token, sign.sendCode, '')}`
}

interface Typing {
  readonly code: CodeState
  readonly typed: FormFields
}

export function formToSign(document: DocumentToSign, token: string, { code, typed }: Typing) {
  const { sha256, signer_email: email, locale } = document
  const { sign } = wordsIn(locale)
  return markup`<form method="post" action="/sign/${token}">
      <input type="hidden" name="sha256" value="${sha256}" />
      <div class="field">
        <label for="name">${sign.name}</label>
        <input id="name" name="name" maxlength="255" autocomplete="name" value="${typed['name']?.slice(0, 255)}" />
      </div>
      <div class="field" data-drawing>
        <span class="hint" id="pad-hint">${sign.draw}</span>
        <svg class="pad" viewBox="0 0 600 200" role="img" aria-label="${sign.drawing}"><path></path></svg>
        <input type="hidden" name="drawing" /><button type="button" class="plain">${sign.clear}</button>
      </div>
      ${
        code === 'sent' &&
        markup`<div class="field">
        <label for="code">${sign.code} <span class="hint">${sign.codeHint(email)}</span></label>
        <input id="code" name="code" inputmode="numeric" maxlength="16" autocomplete="one-time-code" value="${typed['code']?.slice(0, 16)}" />
      </div>`
      }
      <div class="field">
        <label class="consent"
          ><input type="checkbox" name="consent" value="yes" ${typed['consent'] === 'yes' && markup` checked`} />
          <span>${sign.consent}</span></label
        >
      </div>
      <button type="submit">${sign.submit}</button>
    </form>
    ${code === 'sent' && sendCode(token, sign.sendNewCode, 'plain')}`
}
