import { Prisma } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import { requireRecentPassword } from '../../core/verbs/actor.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { conflict, notFound } from '../../core/verbs/refused.ts'
import { verb } from '../../core/verbs/verb.ts'
import { findInvoiceLink, putLink, requireIssued } from './invoice-links.ts'
import { recordChange, recordEvents } from '../../core/write/record-events.ts'
import type { Tx } from '../../core/write/transaction.ts'
import { writeInvoice } from '../invoices/write-invoice.ts'
import { requireInvoice } from '../invoices/find-invoice.ts'
import { letterFor } from './letter.ts'
import { requireFewMails } from '../../integrations/mail/mail-quota.ts'
import { findMailOf, queueMail } from '../../integrations/mail/mails.ts'
import type { Attachment } from '../../integrations/mail/mails.ts'

interface Sending {
  readonly id: number
  /** Sends this credit note of the invoice instead of the invoice. */
  readonly creditNote?: number | undefined
  /** A repeated key is sent once. */
  readonly key: string
  readonly recipients: readonly string[]
  readonly subject: string
  readonly message: string
  readonly attachment?: Attachment | undefined
  readonly sealer: Sealer
  /** The address of a link. */
  readonly urlOf: (token: string) => string
}

/**
 * Queues an email with an invoice or one of its credit notes, as a link and optionally a file. Returns the ID of the
 * message.
 */
export const sendInvoice = verb({
  allow: ['invoices:write'],
  async run(tx, actor, { id, creditNote, key, recipients, subject, message, attachment, sealer, urlOf }: Sending) {
    // A fully credited invoice is cancelled, and its credit note can still be sent.
    const { number } = creditNote === undefined ? await requireIssued(tx, id) : await requireInvoice(tx, id)
    const known = await findMailOf(tx, key)
    if (known && known.invoiceId !== id)
      throw conflict('Another invoice was sent with this idempotency key. Use a new one.', {
        field: 'key',
        code: 'taken',
      })
    if (known) return { id: known.id, number, isNew: false }
    const about = creditNote === undefined ? 'invoice' : { creditNote }
    const letter = await letterFor(tx.sql, tx.workspaceId, id, about)
    if (!letter) throw notFound()
    requireKnownRecipients(actor, letter.recipients, recipients)
    await requireFewMails(tx, id, number)
    const link = (await findInvoiceLink(tx.sql, sealer, tx.workspaceId, id)) ?? (await putLink(tx, sealer, id))
    const { by, ownerUuid } = actor
    const sender = by.kind === 'user' ? by.email : null
    const mailId = await queueMail(tx, sealer, {
      ownerUuid,
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
    if (creditNote === undefined) await noteSending(tx, id)
    return { id: mailId, number, isNew: true }
  },
  action: 'invoice.sent',
  note: ({ recipients, creditNote }, { number, isNew }) =>
    isNew
      ? { target: number, details: { recipients, ...(creditNote !== undefined && { credit_note: creditNote }) } }
      : undefined,
})

/** Records that an invoice was sent to its client. */
export async function noteSending(tx: Tx, id: number): Promise<void> {
  const { before, json } = await writeInvoice(tx, id, [Prisma.sql`sent_at = ${tx.now}, updated_at = ${tx.stamp()}`])
  await recordEvents(tx, 'invoice.sent', [json])
  await recordChange(tx, 'invoice.updated', { before, json })
}

/**
 * Anyone but an owner types the password to send an invoice to an address that its client does not have.
 * @throws RefusedError password_needed.
 */
function requireKnownRecipients(actor: Actor, ofClient: readonly string[], recipients: readonly string[]) {
  const { by } = actor
  if (by.kind === 'user' && by.role === 'owner') return
  const known = new Set(ofClient.map((address) => address.toLowerCase()))
  if (recipients.some((address) => !known.has(address.toLowerCase()))) requireRecentPassword(actor)
}
