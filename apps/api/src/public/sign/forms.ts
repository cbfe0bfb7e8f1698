import {
  declineDocument,
  endSignCode,
  findDocumentToSign,
  findMemberAtLink,
  hasSignCode,
  mostCodesPerHour,
  sendSignCode,
  signDocument,
  signerOf,
  takeSignCode,
} from '@matterbase/domain'
import type { AcceptedCode, DocumentToSign, MemberAtLink, Tx } from '@matterbase/domain'
import type { Request, Response } from 'express'
import { sessionCookie } from '../../http/browser/cookie.ts'
import { visitorOf } from '../../http/browser/visitor.ts'
import { readForm, secondsToWait } from '../form.ts'
import type { FormFields } from '../form.ts'
import type { PublicDeps } from '../deps.ts'
import { wordsIn } from '../words.ts'
import { accessToDocument, findOpenDocument, isWaiting } from './open-document.ts'
import { sendWaiting } from './waiting-page.ts'
import type { CodeState } from './sign-form.ts'
import { signatureOf } from './signature.ts'

interface TypedCode {
  readonly code: AcceptedCode | null
  readonly wrong?: string
}

interface Sent {
  readonly document: DocumentToSign
  readonly typed: FormFields
  readonly req: Request
  /** The email address of the member of the account who is signed in to this browser. */
  readonly member: string | null
}

const errorsIn = ({ locale }: DocumentToSign) => wordsIn(locale).sign.errors

/** The forms on the page of a document: to sign it, to get a code, and to decline. */
export function signForms({ db, formLimiter, publicUrl, sealer, canMail }: PublicDeps) {
  const cookie = sessionCookie(publicUrl)

  async function codeOf(document: DocumentToSign, res: Response): Promise<CodeState> {
    if (!canMail) return 'none'
    return (await hasSignCode(accessToDocument(db, document, res).sql, document)) ? 'sent' : 'needed'
  }

  /** The member of the account whose browser this is. A firm must not sign in the name of another member. */
  async function memberHere(req: Request, document: DocumentToSign): Promise<MemberAtLink | undefined> {
    const token = cookie.read(req)
    return token === undefined ? undefined : findMemberAtLink(db, token, document)
  }

  /** What all forms have in common: `act` returns what is wrong, or nothing when it is done. */
  const answerForm = (act: (tx: Tx, sent: Sent) => Promise<string[]>) =>
    async function answer(req: Request<{ token: string }>, res: Response) {
      const document = await findOpenDocument(db, req, res)
      if (!document) return
      const back = `/sign/${req.params.token}`
      if (!isWaiting(document)) return res.redirect(303, back)
      const typed = await readForm(req, res)
      const refuse = async (status: number, errors: readonly string[]) =>
        sendWaiting(res, document, {
          status,
          token: req.params.token,
          typed,
          errors,
          code: await codeOf(document, res),
        })
      const seconds = await secondsToWait(formLimiter, 'sign', req)
      if (seconds > 0) {
        res.set('Retry-After', String(seconds))
        return refuse(429, [errorsIn(document).tooMuch])
      }
      const member = await memberHere(req, document)
      if (member?.isForAnother) return refuse(403, [errorsIn(document).otherMember(member.email)])
      const errors = await accessToDocument(db, document, res).write(async (tx) => {
        // The link may have ended while the form was on its way.
        const now = await findDocumentToSign(tx.sql, req.params.token)
        if (!now || !isWaiting(now)) return []
        return act(tx, { document: now, typed, req, member: member?.email ?? null })
      })
      if (errors.length === 0) return res.redirect(303, back)
      await refuse(400, errors)
    }

  const sign = answerForm(async (tx, { document, typed, req, member }) => {
    const { sign: words } = wordsIn(document.locale)
    const { signature, errors } = signatureOf(typed, words)
    if (!signature) return errors
    const { code, wrong } = await codeTyped(tx, document, typed)
    if (wrong !== undefined) return [wrong]
    const proof = { consent: words.consent, firm: document.firm_name, member, code }
    const signer = signerOf(document, visitorOf(req), code !== null)
    const signing = { id: document.document_id, signature: { ...signature, proof, sealer } }
    const { isSigned } = await signDocument(tx, signer, signing)
    if (!isSigned) return [words.errors.changed]
    await endSignCode(tx, document.document_id)
    return []
  })

  async function codeTyped(tx: Tx, document: DocumentToSign, typed: FormFields): Promise<TypedCode> {
    if (!canMail) return { code: null }
    const code = await takeSignCode(tx, { document, sealer, typed: typed['code'] ?? '' })
    if (code === 'wrong') return { code: null, wrong: errorsIn(document).wrongCode }
    if (code === 'ended') return { code: null, wrong: errorsIn(document).endedCode }
    return { code }
  }

  const sendCode = answerForm(async (tx, { document, req }) => {
    if (!canMail || (await sendSignCode(tx, signerOf(document, visitorOf(req)), { document, sealer }))) return []
    return [errorsIn(document).tooManyCodes(mostCodesPerHour)]
  })

  const decline = answerForm(async (tx, { document, typed: { reason = '' }, req, member }) => {
    await declineDocument(tx, signerOf(document, visitorOf(req)), {
      id: document.document_id,
      reason: reason.trim().replaceAll('\0', '').toWellFormed().slice(0, 2000) || null,
      member,
    })
    return []
  })

  return { codeOf, sign, sendCode, decline }
}
