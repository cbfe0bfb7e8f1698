import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { once } from 'node:events'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  json: Record<string, unknown>
  at: number
}

export interface Receiver {
  url: string
  requests: Received[]
  /** How to answer from now on. Default: 200. */
  answer: (response: ServerResponse, request: Received) => void
  /** Requests under way, and the most there ever were, by path. */
  open: Map<string, number>
  mostOpen: Map<string, number>
  /** Breaks off what is under way. */
  dropOpen(): void
  close(): Promise<void>
}

/** A real receiver that keeps every request. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    receiver.open.set(path, (receiver.open.get(path) ?? 0) + 1)
    receiver.mostOpen.set(path, Math.max(receiver.mostOpen.get(path) ?? 0, receiver.open.get(path) ?? 0))
    response.on('close', () => receiver.open.set(path, (receiver.open.get(path) ?? 1) - 1))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const received = {
        path,
        headers: request.headers,
        body,
        json: JSON.parse(body.toString('utf8')) as Record<string, unknown>,
        at: Date.now(),
      }
      receiver.requests.push(received)
      receiver.answer(response, received)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}`,
    requests: [],
    answer: (response) => void response.end('ok'),
    open: new Map(),
    mostOpen: new Map(),
    dropOpen: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

/** Answers with a status, and headers if there are any. */
export const withStatus =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end('no')
  }
