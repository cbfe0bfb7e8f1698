import { PrimaryClient } from '@matterbase/db'
import type { Client } from 'pg'

/** Runs `work` on a connection of its own, which is cut when the signal is aborted: its transaction is rolled back. */
export async function withClient<T>(
  url: string,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const client = new PrimaryClient({
    connectionString: url,
    application_name: 'matterbase',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // A query in progress reports the lost connection itself.
  client.on('error', () => undefined)
  const cut = () => void client.end().catch(() => undefined)
  try {
    await client.connect()
    signal.addEventListener('abort', cut)
    return await work(client)
  } finally {
    signal.removeEventListener('abort', cut)
    await client.end().catch(() => undefined)
  }
}
