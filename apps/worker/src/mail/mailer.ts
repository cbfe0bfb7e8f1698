import { mailLinkContext } from '@matterbase/db'
import type { Db, Sealer } from '@matterbase/db'
import type { Logger } from 'pino'
import { createLoop } from '../runtime/loop.ts'
import type { Loop } from '../runtime/loop.ts'
import { claimMail, expireMailLeases, findReplyTo, finishMail } from './claim.ts'
import type { ClaimedMail, Ended } from './claim.ts'
import { mailLeaseMs } from './mail-server.ts'
import type { MailServer, OutgoingMail } from './mail-server.ts'
import { afterFailure, afterReplies, mailWaits } from './verdict.ts'

export interface MailerDeps {
  readonly db: Db
  readonly sealer: Sealer
  readonly log: Logger
  readonly server: MailServer
  readonly everyMs: number
  /** Default: those of `verdict.ts`. */
  readonly waits?: readonly number[]
}

/** Messages of a worker that are sent at the same time, each over its own connection, and those of one account. */
const most = 5
const mostOfAccount = most - 1

/** Sends messages that are due, a few at the same time, accounts by turns. Several workers can do so at the same time. */
export function createMailer({ db, sealer, log, server, everyMs, waits = mailWaits }: MailerDeps): Loop {
  const sending = new Map<Promise<void>, string>()
  let after = ''

  async function turn(): Promise<boolean> {
    const lost = await expireMailLeases(db, waits.length + 1)
    if (lost > 0) log.warn({ count: lost }, 'emails of a lost worker are due again')
    if (sending.size >= most) await Promise.race(sending.keys())
    const mail = await claimMail(db, mailLeaseMs, { after, full: fullAccounts(sending.values()) })
    if (!mail) return false
    after = mail.account
    const sent: Promise<void> = sendOne(mail)
      .catch((error: unknown) => log.warn({ err: error }, 'the result of an email could not be stored'))
      .finally(() => {
        sending.delete(sent)
        loop.kick()
      })
    sending.set(sent, mail.account)
    return true
  }

  async function sendOne(mail: ClaimedMail): Promise<void> {
    const ended = await send(mail)
    await finishMail(db, mail, ended)
    const about = { workspace_id: mail.workspace_id, mail_id: mail.id, attempt: mail.attempts, status: ended.status }
    if (ended.status === 'sent') log.info(about, 'an email was sent')
    else log.warn(about, 'an email could not be sent')
  }

  async function send(mail: ClaimedMail): Promise<Ended> {
    try {
      return afterReplies(mail, await server.send(outgoing(mail, sealer, await replyToOf(db, server, mail))), waits)
    } catch (error) {
      return afterFailure(mail, error, waits)
    }
  }

  const loop = createLoop(turn, { everyMs, onError: (error) => log.warn({ err: error }, 'emails could not be sent') })
  return {
    get turns() {
      return loop.turns
    },
    kick: loop.kick,
    async stop() {
      await loop.stop()
      await Promise.all(sending.keys())
    },
  }
}

function fullAccounts(sending: Iterable<string>): string[] {
  const own = Map.groupBy(sending, (account) => account)
  return [...own].filter(([, { length }]) => length >= mostOfAccount).map(([account]) => account)
}

/** An address of the operator's own domain is accepted, even if no member has it. */
async function replyToOf(db: Db, server: MailServer, mail: ClaimedMail): Promise<string | undefined> {
  const { kind, reply_to: ofFirm } = mail
  if (kind === 'notice') return undefined
  if (ofFirm?.toLowerCase().endsWith(`@${server.domain.toLowerCase()}`)) return ofFirm
  return findReplyTo(db, mail)
}

function outgoing(mail: ClaimedMail, sealer: Sealer, replyTo: string | undefined): OutgoingMail {
  const link = sealer.open(mail.link, mailLinkContext(mail.workspace_id, mail.id))
  return {
    messageId: mail.message_id,
    fromName: mail.from_name,
    replyTo,
    recipients: mail.recipients,
    unsent: mail.unsent ?? mail.recipients,
    subject: mail.subject,
    text: `${mail.message}\n\n${link}\n`,
    attachment: mail.attachment ? { name: mail.attachment_name ?? 'invoice.pdf', bytes: mail.attachment } : undefined,
    isAutomatic: mail.kind !== 'invoice',
  }
}
