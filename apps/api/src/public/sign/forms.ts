import {
  declineDocument,
  endSignCode,
  mostCodesPerHour,
  sendSignCode,
  signDocument,
  signerOf,
  takeSignCode,
} from '@matterbase/domain'
import type { AcceptedCode, DocumentToSign, Signature, Tx } from '@matterbase/domain'
import { cutText } from '@matterbase/schemas/cut-text'
import { visitorOf } from '../../http/browser/visitor.ts'
import type { PublicDeps } from '../deps.ts'
import type { FormFields } from '../form.ts'
import type { PublicWords } from '../words-english.ts'
import { wordsIn } from '../words.ts'
import { errorsIn, formHandler } from './answer-form.ts'

/** The forms on the page of a document: to sign it, to get a code, and to decline. */
export function signForms(deps: PublicDeps) {
  const { sealer, canMail } = deps
  const answerForm = formHandler(deps)

  const sign = answerForm(async (tx, { document, typed, req, member }) => {
    const { sign: words } = wordsIn(document.locale)
    const { signature, errors } = signatureOf(typed, words)
    if (!signature) return errors
    const { code, wrong } = await acceptCode(deps, tx, document, typed)
    if (wrong !== undefined) return [wrong]
    const proof = { consent: words.consent, firm: document.firm_name, member, code }
    const signer = signerOf(document, visitorOf(req), code !== null)
    const signing = { id: document.document_id, signature: { ...signature, proof, sealer } }
    const { isSigned } = await signDocument(tx, signer, signing)
    if (!isSigned) return [words.errors.changed]
    await endSignCode(tx, document.document_id)
    return []
  })

  const sendCode = answerForm(async (tx, { document, req }) => {
    if (!canMail || (await sendSignCode(tx, signerOf(document, visitorOf(req)), { document, sealer }))) return []
    return [errorsIn(document).tooManyCodes(mostCodesPerHour)]
  })

  const decline = answerForm(async (tx, { document, typed: { reason = '' }, req, member }) => {
    await declineDocument(tx, signerOf(document, visitorOf(req)), {
      id: document.document_id,
      reason: cutText(reason.trim().replaceAll('\0', '').toWellFormed(), 2000) || null,
      member,
    })
    return []
  })

  return { sign, sendCode, decline }
}

interface TypedCode {
  readonly code: AcceptedCode | null
  readonly wrong?: string
}

async function acceptCode(
  { canMail, sealer }: PublicDeps,
  tx: Tx,
  document: DocumentToSign,
  typed: FormFields,
): Promise<TypedCode> {
  if (!canMail) return { code: null }
  const code = await takeSignCode(tx, { document, sealer, typed: typed['code'] ?? '' })
  if (code === 'wrong') return { code: null, wrong: errorsIn(document).wrongCode }
  if (code === 'ended') return { code: null, wrong: errorsIn(document).endedCode }
  return { code }
}

type TypedSignature = Omit<Signature, 'ip' | 'userAgent'>

// Strokes of at least one line each, in a box of 600 × 200.
const drawing = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/
const longestDrawing = 40_000

/** The signature of a form, or the errors in it. */
function signatureOf(
  typed: FormFields,
  { errors: words }: PublicWords['sign'],
): { signature?: TypedSignature; errors: string[] } {
  const name = (typed['name'] ?? '').trim()
  const path = typed['drawing'] ?? ''
  const isDrawn = path.length <= longestDrawing && drawing.test(path)
  const errors = [
    ...(typed['consent'] === 'yes' ? [] : [words.consent]),
    ...(name !== '' || isDrawn ? [] : [words.name]),
    ...(name.length > 255 || name.includes('\0') || !name.isWellFormed() ? [words.oddName] : []),
  ]
  if (errors.length > 0) return { errors }
  return { errors, signature: { name: name || null, drawing: isDrawn ? path : null, sha256: typed['sha256'] ?? '' } }
}
