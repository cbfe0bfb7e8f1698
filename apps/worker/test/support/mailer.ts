import { pino } from 'pino'
import { createMailServer } from '../../src/mail/mail-server.ts'
import { createMailer } from '../../src/mail/mailer.ts'

type MailerOptions = Parameters<typeof createMailer>[0]

interface Starting extends Pick<MailerOptions, 'db' | 'sealer'> {
  /** Of the mail server. */
  readonly url: string
  /** Seconds before each further attempt. Default: as many as a busy machine may need. */
  readonly waits?: readonly number[]
}

/** Sends the messages of a database, and looks for more every 20 ms. */
export const startMailer = ({ db, sealer, url, waits = Array.from({ length: 5000 }, () => 0.05) }: Starting) =>
  createMailer({
    db,
    sealer,
    log: pino({ level: 'silent' }),
    server: createMailServer({ url, from: 'invoices@firm.example' }),
    everyMs: 20,
    waits,
  })
