import { z } from 'zod'
import type { Variables } from './variable.ts'

const isMailServer = (url: string) => /^smtps?:\/\/[^/]/.test(url) && URL.canParse(url) && new URL(url).hostname !== ''

/** The mail server, and the sender of emails. */
export const mailVariables = {
  SMTP_URL: {
    schema: z.string().refine(isMailServer),
    must: 'look like smtp://user:password@host:587, or smtps://user:password@host:465 for TLS from the start',
    description:
      'Mail server that sends emails, as `smtp://user:password@host:587`, or `smtps://user:password@host:465` for TLS from the start. Percent-encode special characters in user and password (`@` is `%40`). If unset, no email is sent.',
    required: 'With `MAIL_FROM`',
    isSecret: true,
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
  MAIL_FROM: {
    schema: z.email({ pattern: z.regexes.html5Email }),
    must: 'be the sender address of emails, like invoices@example.com',
    description: 'Sender address of all emails. Set SPF and DKIM of its domain for that mail server.',
    required: 'With `SMTP_URL`',
    api: 'optional',
    cli: 'optional',
    worker: 'optional',
  },
} as const satisfies Variables
