import { randomUUID } from 'node:crypto'
import { text } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import type { FieldChanges } from '../firm/firm.ts'
import type { Tx } from '../../core/write/transaction.ts'
import type { Actor } from '../../core/verbs/actor.ts'
import { queueMail } from '../../integrations/mail/mails.ts'

interface NoticeDeps {
  readonly sealer: Sealer
  /** Where the dashboard is, without a trailing slash. */
  readonly publicUrl: string
}

const labels: Readonly<Record<string, string>> = {
  account_holder: 'Account holder',
  bank_name: 'Bank',
  iban: 'IBAN',
  bic: 'BIC',
}

/** Enough to recognise an account number, and not enough to use it: a mailbox is not the audit log. */
const masked = (name: string, value: string | null) => {
  if (value === null) return 'none'
  return name === 'iban' ? `${value.slice(0, 4)}…${value.slice(-4)}` : value
}

/** Puts a message to each owner of the account into the outbox: the bank details on its invoices were changed. */
export const bankDetailsNotice =
  ({ sealer, publicUrl }: NoticeDeps) =>
  async (tx: Tx, { ownerUuid, by }: Actor, changes: FieldChanges): Promise<void> => {
    const owners = await tx.sql.rows({ email: text, firm: text })`
      SELECT owner.email, account.name AS firm FROM memberships AS membership
      JOIN users AS owner ON owner.id = membership.user_id
      JOIN accounts AS account ON account.owner_uuid = membership.owner_uuid
      WHERE membership.owner_uuid = ${ownerUuid}::text::uuid AND membership.role = 'owner' ORDER BY owner.email`
    const who =
      by.kind === 'user'
        ? `${by.email} changed them from the IP address ${by.ip}.`
        : 'The operator of the server changed them.'
    const lines = Object.entries(changes).map(
      ([name, { from, to }]) => `${labels[name] ?? name}: ${masked(name, from)} → ${masked(name, to)}`,
    )
    for (const { email, firm } of owners)
      await queueMail(tx, sealer, {
        ownerUuid,
        invoiceId: null,
        kind: 'notice',
        key: `bank-details/${randomUUID()}`,
        recipients: [email],
        fromName: 'Matterbase',
        replyTo: null,
        subject: `The bank details of ${firm} were changed`,
        message: [
          `The bank details on new invoices of ${firm} were changed.`,
          who,
          lines.join('\n'),
          'If you did not expect this, check the details and the audit log, and change your password:',
        ].join('\n\n'),
        url: `${publicUrl}/settings/firm`,
        token: randomUUID(),
        createdBy: by.kind === 'user' ? by.email : null,
      })
  }
