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
  readonly recipients: readonly string[]
  readonly subject: string
  readonly text: string
  readonly attachment?: { readonly name: string; readonly bytes: Uint8Array } | undefined
  /** Whether nobody is there who pressed a button. */
  readonly isAutomatic: boolean
}

export interface Sent {
  /** Whom the mail server did not take it for, while it took it for others. */
  readonly refused: readonly string[]
}

export interface MailServer {
  /** Hands a message over. @throws what nodemailer throws. */
  send(mail: OutgoingMail): Promise<Sent>
}

const timeoutMs = 60_000

/** The longest that a message can be under way, with room to spare. */
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
    async send({ messageId, fromName, replyTo, recipients, subject, text, attachment, isAutomatic }) {
      const { rejected } = await transport.sendMail({
        messageId: `<${messageId}@${domain}>`,
        from: { name: fromName, address: from },
        ...(replyTo !== undefined && { replyTo: { name: fromName, address: replyTo } }),
        to: recipients.map((address) => ({ name: '', address })),
        envelope: { from, to: [...recipients] },
        subject,
        text,
        ...(attachment && { attachments: [{ filename: attachment.name, content: bufferOf(attachment.bytes) }] }),
        ...(isAutomatic && { headers: { 'Auto-Submitted': 'auto-generated' } }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { refused: rejected }
    },
  }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)
