import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'

interface Received {
  readonly to: readonly string[]
  readonly raw: string
}

/** A real SMTP server on this machine that keeps what it accepts. */
export async function startMailServer({ port = 0, ...options }: SMTPServerOptions & { port?: number } = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() })
        callback()
      })
    },
    ...options,
  })
  // A client that goes away is none of the test's business.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: taken } = server.server.address() as AddressInfo
  return {
    received,
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  }
}
