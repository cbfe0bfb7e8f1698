import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Somebody's webhook receiver. */
export interface Receiver {
  readonly url: string
  readonly requests: ReceivedRequest[]
  /** What it answers from now on. */
  status: number
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  async function receive(request: IncomingMessage, response: ServerResponse) {
    const chunks = (await request.toArray()) as Buffer[]
    receiver.requests.push({ headers: request.headers, body: Buffer.concat(chunks) })
    const headers = {
      'content-type': 'application/json',
      'x-served-by': Buffer.from('Żółć').toString('latin1'),
      'set-cookie': 'session=secret',
    }
    response.writeHead(receiver.status, headers).end(`{"status":${receiver.status}}`)
  }
  const server = createServer((request, response) => void receive(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests: [],
    status: 200,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return receiver
}
