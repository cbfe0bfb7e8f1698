import { mailsOf, requireInvoice } from '@matterbase/domain'
import { endInvoiceLink, findInvoiceLink, letterFor, makeInvoiceLink, sendInvoice } from '@matterbase/domain/sending'
import type { InvoiceLink } from '@matterbase/domain/sending'
import type { DashContract } from '@matterbase/schemas'
import { RawJson } from '../../../http/answer/raw-json.ts'
import { ApiError, notFound } from '../../../http/errors/api-error.ts'
import type { Handlers } from '../../../http/operations/context.ts'
import type { WorkspaceDeps } from '../../deps.ts'
import { attachmentOf } from './attachment.ts'

export const sending = ({ sealer, publicUrl, canMail, drawings }: WorkspaceDeps): Handlers<DashContract['sending']> => {
  const urlOf = (token: string) => `${publicUrl}/invoice/${token}`
  const linkOf = ({ token, expiresAt, viewedAt }: InvoiceLink) => ({
    url: urlOf(token),
    expires_at: expiresAt.toISOString(),
    viewed_at: viewedAt?.toISOString() ?? null,
  })

  return {
    async get({ params: { id }, query: { credit_note: creditNote } }, { caller: { workspaceId }, sql }) {
      await requireInvoice({ sql, workspaceId }, id)
      const link = await findInvoiceLink(sql, sealer, workspaceId, id)
      const letter = await letterFor(sql, workspaceId, id, creditNote === undefined ? 'invoice' : { creditNote })
      if (!letter) throw notFound()
      const { fromName, recipients, subject, message } = letter
      return {
        link: link ? linkOf(link) : null,
        mails: new RawJson(await mailsOf(sql, workspaceId, id)),
        can_mail: canMail,
        proposed: { from_name: fromName, recipients: [...recipients], subject, message },
      }
    },

    makeLink: ({ params: { id } }, { caller, write }) =>
      write(async (tx) => linkOf((await makeInvoiceLink(tx, caller, { id, sealer })).link)),

    async send(
      { params: { id }, body: { attach_pdf: isAttached, credit_note: creditNote, ...letter } },
      { caller, sql, write },
    ) {
      const attachment =
        canMail && isAttached ? await attachmentOf({ sql, caller, drawings }, { id, creditNote }) : undefined
      return write(async (tx) => {
        const mail = await sendInvoice(tx, caller, { id, creditNote, ...letter, attachment, sealer, urlOf })
        // Last, so that members who may not send do not learn how the server is configured.
        if (!canMail)
          throw new ApiError(
            'conflict',
            'This server cannot send email yet. Ask your administrator to set up email, or copy the link.',
          )
        return { data: { id: mail.id } }
      })
    },

    endLink: ({ params: { id } }, { caller, write }) =>
      write(async (tx) => {
        await endInvoiceLink(tx, caller, id)
        return { success: true as const }
      }),
  }
}
