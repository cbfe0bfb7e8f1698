import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import type { Backend } from './backend.ts'

/** Lets other processes use a backend: `POST /{member}` with a list of arguments. */
export async function serveBackend(backend: Backend) {
  const members: Record<string, unknown> = { ...backend }
  const answer = async (request: IncomingMessage): Promise<object> => {
    const member = members[request.url?.slice(1) ?? '']
    const args: unknown[] = JSON.parse(await text(request))
    return { result: typeof member === 'function' ? await member(...args) : member }
  }
  const server = createServer((request, response) => {
    void answer(request)
      .catch((error: unknown) => ({ error: String(error) }))
      .then((body) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end(JSON.stringify(body)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
