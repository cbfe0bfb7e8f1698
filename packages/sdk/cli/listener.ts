import type { Matterbase } from '../src/client.ts'
import type { CreatedWebhookEndpoint } from '../src/generated/webhooks.ts'

/** A delivery that the server keeps for the listener. */
export interface ReceivedRequest {
  readonly id: number
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** Base64. */
  readonly body: string
}

interface NewListener {
  /** Default: all events that the API key can read. */
  readonly events: readonly string[] | undefined
  readonly secret: string
  readonly description: string
}

// Shorter than the usual timeout of proxies.
const waitSeconds = 20
const answerMs = 15_000

/** The operations of listeners. */
export const listenersOf = (mb: Matterbase) => ({
  async create(body: NewListener): Promise<CreatedWebhookEndpoint> {
    const { data } = await mb.request<{ data: CreatedWebhookEndpoint }>('POST', '/listeners', { body })
    return data
  },

  /** Resolves when there are deliveries, or after a wait without any. */
  requests: (id: number, after: number, signal: AbortSignal) =>
    mb
      .request<{ data: ReceivedRequest[] }>('GET', `/listeners/${id}/requests`, {
        query: { after, wait: waitSeconds },
        signal,
        timeout: waitSeconds * 1_000 + answerMs,
        maxRetries: 0,
      })
      .withResponse(),

  delete: (id: number) => mb.request('DELETE', `/listeners/${id}`, { deadline: 5_000 }),
})

export type Listeners = ReturnType<typeof listenersOf>
