import { z } from 'zod'

const isMailServer = (url: string) => /^smtps?:\/\/[^/]/.test(url) && URL.canParse(url) && new URL(url).hostname !== ''

/** Where e-mail is handed over, and whom it comes from. */
export const mailVariables = {
  SMTP_URL: {
    schema: z.string().refine(isMailServer),
    must: 'look like smtp://user:password@host:587, or smtps://user:password@host:465 for TLS from the start',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  MAIL_FROM: {
    schema: z.email(),
    must: 'be the address that e-mail comes from, like invoices@example.com',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
} as const
