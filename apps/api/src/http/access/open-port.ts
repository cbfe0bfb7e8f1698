import cluster from 'node:cluster'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Place {
  /** 0 for any that is free. */
  readonly port: number
  readonly host: string
}

// Connections that may wait to be accepted, as many as Linux allows by default: with Node's 511, a crowd of one account's
// that comes at once lets the others' wait for seconds, in TCP, where nobody is by turns.
const backlog = 4_096

// The event loop accepts one connection of each listener in each of its turns, however many wait. Linux shares them out
// among listeners of one port; where several processes have the port, their parent accepts and does nothing else.
const listeners = process.platform === 'linux' && cluster.isPrimary ? 64 : 1

export interface OpenPort {
  readonly port: number
  readonly servers: readonly Server[]
}

/** Listens with servers that `makeServer` makes, all on one port. */
export async function openPort(makeServer: () => Server, place: Place): Promise<OpenPort> {
  const first = makeServer()
  await listenOn(first, place)
  const { port } = first.address() as AddressInfo
  if (listeners === 1) return { port, servers: [first] }
  // It was the proof that nobody has the port: those who share one are not told of others who share it.
  await new Promise((resolve) => first.close(resolve))
  const servers = Array.from({ length: listeners }, () => makeServer())
  for (const server of servers) await listenOn(server, { ...place, port, reusePort: true })
  return { port, servers }
}

function listenOn(server: Server, place: Place & { reusePort?: true }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ ...place, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
