import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'

import { constructEvent, type WebhookEvent, WebhookVerificationError } from '@matterbase/sdk/webhooks'

export interface ReceiverOptions {
  readonly secrets: readonly string[]
  /** Called once for each event, even if it is delivered several times. */
  readonly onEvent: (event: WebhookEvent) => void
  readonly onRefused: (error: Error) => void
}

// In your product, save the IDs with the result in one transaction.
const mostRememberedIds = 100_000

export function createReceiver({ secrets, onEvent, onRefused }: ReceiverOptions): Server {
  const seen = new Set<string>()

  const receive = async (request: IncomingMessage): Promise<number> => {
    if (request.method !== 'POST') return 405
    try {
      const event = await constructEvent(await rawBody(request), request.headers, secrets)
      if (!seen.has(event.event_id)) {
        onEvent(event)
        remember(seen, event.event_id)
      }
      return 204
    } catch (error) {
      onRefused(error instanceof Error ? error : new Error(String(error)))
      return error instanceof WebhookVerificationError ? error.status : 500
    }
  }

  return createServer((request, response) => {
    const answer = (status: number): ServerResponse =>
      response.writeHead(status, status === 405 ? { allow: 'POST' } : {}).end()
    void receive(request).then(answer)
  })
}

/** The raw body, because the signature covers its bytes. */
async function rawBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id)
  const [oldest] = seen
  if (seen.size > mostRememberedIds && oldest !== undefined) seen.delete(oldest)
}
