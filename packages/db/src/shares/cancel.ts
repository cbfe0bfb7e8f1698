import { connect } from 'node:net'
import type { PoolClient } from 'pg'
import { whenGone } from './hold.ts'

// The code of a CancelRequest in PostgreSQL's protocol, which goes over a connection of its own.
const cancelRequest = 80_877_102
const patienceMs = 2_000

/** Asks PostgreSQL to stop what a connection is doing. Resolves when it was asked, or could not be. */
export function cancel(client: PoolClient): Promise<void> {
  const { host, port } = client
  // Told to every client when it connects; the types leave them out.
  const { processID, secretKey } = client as PoolClient & { processID: number | null; secretKey: number | null }
  if (processID === null || secretKey === null) return Promise.resolve()
  const message = Buffer.alloc(16)
  for (const [at, value] of [message.length, cancelRequest, processID, secretKey].entries())
    message.writeInt32BE(value | 0, at * 4)
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    socket
      .setTimeout(patienceMs, () => socket.destroy())
      .on('error', () => socket.destroy())
      .end(message)
    whenGone(socket, resolve)
    // The server says nothing and closes; without a reader its close would not be noticed.
    socket.resume()
  })
}
