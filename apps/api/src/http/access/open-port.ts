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

/** Listens with servers that `makeServer` makes, all on one port; in a process of several, on the one that their parent keeps. */
export async function openPort(makeServer: () => Server, place: Place): Promise<OpenPort> {
  const kept = canShare && cluster.isPrimary ? await keepPort(place) : undefined
  const shared = { ...place, ...(kept && { port: kept.port }), ...(canShare && { reusePort: true as const }) }
  const servers = Array.from({ length: canShare ? listeners : 1 }, () => makeServer())
  try {
    for (const server of servers) await listenOn(server, shared)
  } finally {
    kept?.letOthers()
  }
  const [first] = servers.map((server) => server.address() as AddressInfo)
  return { port: first?.port ?? place.port, servers }
}

/**
 * Proves that nobody has the port, since those who share one are not told of others who share it, and keeps out those who
 * would prove the same before it is listened on.
 * @throws Error that names the cause when it cannot be listened on.
 */
export async function keepPort(place: Place): Promise<{ readonly port: number; letOthers(): void }> {
  const letOthers = canShare && place.port !== 0 ? await takeName(place) : () => undefined
  const probe = createServer()
  try {
    await listenOn(probe, place)
  } catch (error) {
    letOthers()
    throw error
  }
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return { port, letOthers }
}

/** A name of Linux that is one process's in a network, as ports are, and gone with it. @returns gives it back. */
function takeName({ port, host }: Place): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const name = createServer().unref()
    const refuse = ({ code }: NodeJS.ErrnoException) =>
      reject(Object.assign(new Error(`listen ${code}: another is opening ${host}:${port}`), { code }))
    name.once('error', refuse).listen(`\0matterbase-port-${port}`, () => resolve(() => void name.close()))
  })
}

function listenOn(server: Listener, place: Place & { reusePort?: true }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ ...place, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
