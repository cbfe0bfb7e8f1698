import { z } from 'zod'
import { emailAddress } from '../../fields/email-address.ts'
import { Id, nonBlank, nonBlankLine, PathId, Timestamp } from '../../fields/primitives.ts'
import type { DashResource } from '../operation.ts'

const Link = z.object({
  url: z.string(),
  expires_at: Timestamp,
  /** When the client opened it first. */
  viewed_at: Timestamp.nullable(),
})

/** A message on its way to the client, or there. */
const Mail = z.object({
  id: Id,
  kind: z.enum(['invoice', 'reminder']),
  recipients: z.array(z.string()),
  subject: z.string(),
  status: z.enum(['pending', 'sending', 'sent', 'failed', 'cancelled']),
  attempts: z.int(),
  /** Why the last attempt failed, or whom the mail server refused. */
  error: z.string().nullable(),
  /** The email address of who sent it; null for a reminder. */
  created_by: z.string().nullable(),
  created_at: Timestamp,
  sent_at: Timestamp.nullable(),
})

const ofInvoice = { params: z.object({ id: PathId }), scope: 'invoices:write' } as const
const link = { ...ofInvoice, path: '/invoices/{id}/link' } as const

/** How an invoice comes to its client. */
export const sending = {
  get: {
    method: 'get',
    path: '/invoices/{id}/sending',
    operationId: 'getSending',
    summary: 'How an invoice was sent to its client, and whether it was seen',
    params: ofInvoice.params,
    /** Proposes the email of this credit note of the invoice. */
    query: z.object({ credit_note: PathId.optional() }),
    scope: 'invoices:read',
    responses: {
      200: z.object({
        link: Link.nullable(),
        /** The newest first, at most 50. */
        mails: z.array(Mail),
        /** True if this server can send email. Otherwise a link can still be copied. */
        can_mail: z.boolean(),
        /** The proposed email. */
        proposed: z.object({
          from_name: z.string(),
          recipients: z.array(z.string()),
          subject: z.string(),
          message: z.string(),
        }),
      }),
    },
  },
  makeLink: {
    ...link,
    method: 'post',
    operationId: 'makeInvoiceLink',
    summary: 'The link by which the client sees an invoice: the one there is, or a new one, good for 90 days',
    responses: { 201: Link },
  },
  send: {
    ...ofInvoice,
    method: 'post',
    path: '/invoices/{id}/mails',
    operationId: 'sendInvoice',
    summary: 'Send the invoice, or a credit note of it, by email, as a PDF and a link below a message',
    body: z.object({
      /** The credit note that is attached instead of the invoice. */
      credit_note: Id.optional(),
      /** Sent twice, the message goes out once. */
      key: z.uuid(),
      recipients: z.array(emailAddress).min(1).max(10),
      subject: nonBlankLine(200),
      message: nonBlank(10_000),
      /** The invoice goes with it as a PDF: a Factur-X where nothing is missing for one. */
      attach_pdf: z.boolean().default(true),
    }),
    responses: { 201: z.object({ data: z.object({ id: Id }) }) },
  },
  endLink: {
    ...link,
    method: 'delete',
    operationId: 'endInvoiceLink',
    summary: 'End the link',
    responses: { 200: z.object({ success: z.literal(true) }) },
  },
} as const satisfies DashResource
