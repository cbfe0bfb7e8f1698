import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo, Server as Listener } from 'node:net'

export interface Place {
  /** 0 for any that is free. */
  readonly port: number
  readonly host: string
}

// Connections that may wait to be accepted, as many as Linux allows by default: with Node's 511, a crowd of one account's
// that comes at once lets the others' wait for seconds, in TCP, where nobody is by turns.
const backlog = 4_096

// The event loop accepts one connection of each listener in each of its turns, however many wait, and Linux shares them
// out among listeners of one port. So does each of several processes: with their parent's one listener for all of them,
// a crowd kept the others waiting for 15 s.
const canShare = process.platform === 'linux'
const listeners = 64

export interface OpenPort {
  readonly port: number
  readonly servers: readonly Server[]
}

/** Listens with servers that `makeServer` makes, all on one port; in a process of several, on the one that `findFree` found. */
export async function openPort(makeServer: () => Server, place: Place): Promise<OpenPort> {
  const shared = { ...place, ...(canShare && { reusePort: true as const }) }
  if (canShare && cluster.isPrimary) shared.port = await findFree(place)
  const servers = Array.from({ length: canShare ? listeners : 1 }, () => makeServer())
  for (const server of servers) {
    await listenOn(server, shared)
    shared.port = (server.address() as AddressInfo).port
  }
  return { port: shared.port, servers }
}

/**
 * Proves that nobody has the port: those who share one are not told of others who share it.
 * @throws Error that names the cause when it cannot be listened on.
 */
export async function findFree(place: Place): Promise<number> {
  const probe = createServer()
  await listenOn(probe, place)
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function listenOn(server: Listener, place: Place & { reusePort?: true }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ ...place, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
