import { findDocumentToSign, findMemberAtLink, hasSignCode } from '@matterbase/domain'
import type { DocumentToSign, MemberAtLink, Tx } from '@matterbase/domain'
import type { Request, Response } from 'express'
import { sessionCookie } from '../../http/browser/cookie.ts'
import type { PublicDeps } from '../deps.ts'
import { readForm, secondsToWait } from '../form.ts'
import type { FormFields } from '../form.ts'
import { wordsIn } from '../words.ts'
import { accessToDocument, findOpenDocument, isWaiting } from './open-document.ts'
import type { CodeState } from './sign-form.ts'
import { sendWaiting } from './waiting-page.ts'

interface SentForm {
  readonly document: DocumentToSign
  readonly typed: FormFields
  readonly req: Request
  /** The email address of the member of the account who is signed in to this browser. */
  readonly member: string | null
}

/** Acts on a form. Returns its errors, or none when it is done. */
type Act = (tx: Tx, sent: SentForm) => Promise<string[]>

export const errorsIn = ({ locale }: DocumentToSign) => wordsIn(locale).sign.errors

export async function codeStateOf(
  { db, canMail }: PublicDeps,
  document: DocumentToSign,
  res: Response,
): Promise<CodeState> {
  if (!canMail) return 'none'
  return (await hasSignCode(accessToDocument(db, document, res).sql, document)) ? 'sent' : 'needed'
}

/** Handles the forms on the page of a document. Each form has the same limits and checks before it acts. */
export function formHandler(deps: PublicDeps) {
  const { db, formLimiter, publicUrl } = deps
  const cookie = sessionCookie(publicUrl)

  /** The member of the account whose browser this is. A firm must not sign in the name of another member. */
  async function memberHere(req: Request, document: DocumentToSign): Promise<MemberAtLink | undefined> {
    const token = cookie.read(req)
    return token === undefined ? undefined : findMemberAtLink(db, token, document)
  }

  return (act: Act) =>
    async function answer(req: Request<{ token: string }>, res: Response) {
      const { token } = req.params
      const document = await findOpenDocument(db, req, res)
      if (!document) return
      const back = `/sign/${token}`
      if (!isWaiting(document)) return res.redirect(303, back)
      const typed = await readForm(req, res)
      const refuse = async (status: number, errors: readonly string[]) =>
        sendWaiting(res, document, { status, token, typed, errors, code: await codeStateOf(deps, document, res) })
      const seconds = await secondsToWait(formLimiter, 'sign', req)
      if (seconds > 0) {
        res.set('Retry-After', String(seconds))
        return refuse(429, [errorsIn(document).tooMuch])
      }
      const member = await memberHere(req, document)
      if (member?.isForAnother) return refuse(403, [errorsIn(document).otherMember(member.email)])
      const errors = await accessToDocument(db, document, res).write(async (tx) => {
        // The link can have ended since the form was sent.
        const now = await findDocumentToSign(tx.sql, token)
        if (!now || !isWaiting(now)) return []
        return act(tx, { document: now, typed, req, member: member?.email ?? null })
      })
      if (errors.length === 0) return res.redirect(303, back)
      await refuse(400, errors)
    }
}
