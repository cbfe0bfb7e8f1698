import type { Matterbase } from '../src/client.ts'
import type { CreatedWebhookEndpoint } from '../src/resources/webhook-types.ts'

/** A delivery as the server itself received it in our place. */
export interface ReceivedRequest {
  readonly id: number
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** In base64. */
  readonly body: string
}

interface NewListener {
  /** Default: every kind. */
  readonly events: readonly string[] | undefined
  readonly secret: string
  readonly description: string
}

// Less than proxies commonly let a request wait.
const waitSeconds = 20
const answerMs = 15_000

/** The operations of the server that are for listeners. */
export const listenersOf = (mb: Matterbase) => ({
  async create(body: NewListener): Promise<CreatedWebhookEndpoint> {
    const { data } = await mb.request<{ data: CreatedWebhookEndpoint }>('POST', '/listeners', { body })
    return data
  },

  /** Resolves when there is something, or after a while without it. */
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
