import { createTransport } from 'nodemailer'

export interface MailSettings {
  /** `smtp://user:password@host:587`. */
  readonly url: string
  /** The address that messages come from. */
  readonly from: string
}

export interface OutgoingMail {
  readonly messageId: string
  readonly fromName: string
  readonly replyTo: string | undefined
  /** All recipients, as named in the message. */
  readonly recipients: readonly string[]
  /** The recipients who do not have it yet. */
  readonly unsent: readonly string[]
  readonly subject: string
  readonly text: string
  readonly attachment?: { readonly name: string; readonly bytes: Uint8Array } | undefined
  /** True for mail that no user is waiting for. */
  readonly isAutomatic: boolean
}

/** The reply of the mail server for a recipient that it refused. */
export interface Rejection {
  readonly recipient: string
  /** `451` */
  readonly status: number
  readonly response: string
}

export interface MailServer {
  /** The domain of the address that messages come from. */
  readonly domain: string
  /**
   * Sends a message.
   *
   * @returns the refused recipients, if the server accepted at least one.
   * @throws the error of nodemailer, with `rejections` if the server refused every recipient.
   */
  send(mail: OutgoingMail): Promise<readonly Rejection[]>
}

const timeoutMs = 60_000

/** Longer than sending a message can take. */
export const mailLeaseMs = 3 * timeoutMs

export function createMailServer({ url, from }: MailSettings): MailServer {
  const { username, hostname } = new URL(url)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const transport = createTransport({
    url,
    // A password goes to another machine encrypted, or not at all.
    requireTLS: username !== '' && !isHere,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const [, domain = 'localhost'] = from.split('@')
  return {
    domain,
    async send({ messageId, fromName, replyTo, recipients, unsent, subject, text, attachment, isAutomatic }) {
      const sent = transport.sendMail({
        messageId: `<${messageId}@${domain}>`,
        // A firm gives its own name, which can be that of a bank; the domain is the operator's.
        from: { name: `${fromName} via ${domain}`, address: from },
        ...(replyTo !== undefined && { replyTo: { name: fromName, address: replyTo } }),
        to: recipients.map((address) => ({ name: '', address })),
        envelope: { from, to: [...unsent] },
        subject,
        text,
        ...(attachment && { attachments: [{ filename: attachment.name, content: bufferOf(attachment.bytes) }] }),
        ...(isAutomatic && { headers: { 'Auto-Submitted': 'auto-generated' } }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      return sent.then(rejectionsOf, (error: Error) => {
        const rejections = rejectionsOf(error)
        throw rejections.length > 0 ? Object.assign(error, { rejections }) : error
      })
    },
  }
}

function rejectionsOf(reply: object): Rejection[] {
  const { rejectedErrors = [] }: { rejectedErrors?: readonly Rejected[] } = reply
  return rejectedErrors.map(({ recipient = '', responseCode = 0, response = '' }) => ({
    recipient,
    status: responseCode,
    response,
  }))
}

interface Rejected {
  readonly recipient?: string
  readonly responseCode?: number
  readonly response?: string
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
