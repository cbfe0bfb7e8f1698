import type { Sealer } from '@matterbase/db'
import { conflict, notFound } from '../verbs/refused.ts'
import { verb } from '../verbs/verb.ts'
import { findInvoiceLink, putLink, requireIssued } from './invoice-links.ts'
import { letterFor } from './letter.ts'
import { findMailOf, queueMail } from './mails.ts'
import type { Attachment } from './mails.ts'

interface Sending {
  readonly id: number
  /** Asked for twice, it is sent once. */
  readonly key: string
  readonly recipients: readonly string[]
  readonly subject: string
  readonly message: string
  readonly attachment?: Attachment | undefined
  readonly sealer: Sealer
  /** The address of a link. */
  readonly urlOf: (token: string) => string
}

/** Sends an invoice by e-mail, as a link and perhaps a file. Answers the id of the message, which the worker sends. */
export const sendInvoice = verb({
  allow: ['invoices:write'],
  async run(tx, { by }, { id, key, recipients, subject, message, attachment, sealer, urlOf }: Sending) {
    const { number } = await requireIssued(tx, id)
    const known = await findMailOf(tx, key)
    if (known && known.invoiceId !== id)
      throw conflict('Another invoice was sent with this key', { field: 'key', code: 'taken' })
    if (known) return { id: known.id, number, isNew: false }
    const letter = await letterFor(tx.sql, tx.workspaceId, id, 'invoice')
    if (!letter) throw notFound()
    const link = (await findInvoiceLink(tx.sql, sealer, tx.workspaceId, id)) ?? (await putLink(tx, sealer, id))
    const sender = by.kind === 'user' ? by.email : null
    const mailId = await queueMail(tx, sealer, {
      invoiceId: id,
      kind: 'invoice',
      key,
      recipients: [...new Set(recipients)],
      fromName: letter.fromName,
      replyTo: letter.replyTo ?? sender,
      subject,
      message,
      url: urlOf(link.token),
      token: link.token,
      createdBy: sender,
      attachment,
    })
    return { id: mailId, number, isNew: true }
  },
  action: 'invoice.sent',
  note: ({ recipients }, { number, isNew }) => (isNew ? { target: number, details: { recipients } } : undefined),
})
