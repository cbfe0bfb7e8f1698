import type { Db, Sealer } from '@matterbase/db'
import { mailLinkContext } from '@matterbase/domain/sending'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'
import { claimMail, expireMailLeases, finishMail } from './claim.ts'
import type { ClaimedMail, Ended } from './claim.ts'
import { mailLeaseMs } from './mail-server.ts'
import type { MailServer, OutgoingMail } from './mail-server.ts'
import { accepted, mailWaits, refusal } from './verdict.ts'

export interface MailerDeps {
  readonly db: Db
  readonly sealer: Sealer
  readonly log: Logger
  readonly server: MailServer
  readonly everyMs: number
  /** Default: those of `verdict.ts`. */
  readonly waits?: readonly number[]
}

/** Sends messages that are due, one after the other. Any number of workers may do so at once. */
export function createMailer({ db, sealer, log, server, everyMs, waits = mailWaits }: MailerDeps): Loop {
  async function turn(): Promise<boolean> {
    const lost = await expireMailLeases(db, waits.length + 1)
    if (lost > 0) log.warn({ count: lost }, 'messages whose worker was lost are due again')
    const mail = await claimMail(db, mailLeaseMs)
    if (!mail) return false
    const ended = await send(mail)
    await finishMail(db, mail, ended)
    const about = { workspace_id: mail.workspace_id, mail_id: mail.id, attempt: mail.attempts, status: ended.status }
    if (ended.status === 'sent') log.info(about, 'a message is sent')
    else log.warn(about, 'a message could not be sent')
    return true
  }

  async function send(mail: ClaimedMail): Promise<Ended> {
    try {
      return accepted(await server.send(outgoing(mail, sealer)))
    } catch (error) {
      return refusal(error, mail.attempts, waits)
    }
  }

  return createLoop(turn, { everyMs, onError: (error) => log.warn({ err: error }, 'messages could not be sent') })
}

function outgoing(mail: ClaimedMail, sealer: Sealer): OutgoingMail {
  const link = sealer.open(mail.link, mailLinkContext(mail.workspace_id, mail.id))
  return {
    messageId: mail.message_id,
    fromName: mail.from_name,
    replyTo: mail.reply_to ?? undefined,
    recipients: mail.recipients,
    subject: mail.subject,
    text: `${mail.message}\n\n${link}\n`,
    attachment: mail.attachment ? { name: mail.attachment_name ?? 'invoice.pdf', bytes: mail.attachment } : undefined,
    isAutomatic: mail.kind === 'reminder',
  }
}
