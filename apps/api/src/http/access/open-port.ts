import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo, Server as Listener } from 'node:net'

export interface Binding {
  /** 0 for any free port. */
  readonly port: number
  readonly host: string
}

// The most connections that wait to be accepted, Linux's default. With Node's 511, the crowd of one account keeps the
// connections of others waiting for seconds in TCP, where callers have no turns.
const backlog = 4_096

// The event loop accepts one connection per listener in each turn, and Linux spreads connections over the listeners of a
// port. 64 listeners accept 256 connections in 9 turns instead of 256. With one listener, a crowd delayed a neighbor by 9 s
// at p50 instead of 26 ms, and with the shared listener of node:cluster by 14.7 s at p99 (bench/FAULTS.md).
const canShare = process.platform === 'linux'
const listeners = 64

export interface OpenPort {
  readonly port: number
  readonly servers: readonly Server[]
}

/** Listens on one port with several servers of `makeServer`. In a cluster, the primary process has checked the port. */
export async function openPort(makeServer: () => Server, binding: Binding): Promise<OpenPort> {
  const reserved = canShare && cluster.isPrimary ? await reservePort(binding) : undefined
  const shared = {
    ...binding,
    ...(reserved && { port: reserved.port }),
    ...(canShare && { reusePort: true as const }),
  }
  const servers = Array.from({ length: canShare ? listeners : 1 }, () => makeServer())
  try {
    for (const server of servers) await listenOn(server, shared)
  } finally {
    reserved?.release()
  }
  const [first] = servers.map((server) => server.address() as AddressInfo)
  return { port: first?.port ?? binding.port, servers }
}

/**
 * Checks that the port is free. SO_REUSEPORT would hide another process on it, so we hold a lock until we listen.
 * @throws Error with the cause if the port is taken.
 */
export async function reservePort(binding: Binding): Promise<{ readonly port: number; release(): void }> {
  const release = canShare && binding.port !== 0 ? await lockPort(binding) : () => undefined
  const probe = createServer()
  try {
    await listenOn(probe, binding)
  } catch (error) {
    release()
    throw error
  }
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return { port, release }
}

/** Locks an abstract socket of Linux, which exists once per network namespace and ends with its process. @returns Unlocks it. */
function lockPort({ port, host }: Binding): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const lock = createServer().unref()
    const refuse = ({ code }: NodeJS.ErrnoException) =>
      reject(Object.assign(new Error(`listen ${code}: another process is opening ${host}:${port}`), { code }))
    lock.once('error', refuse).listen(`\0matterbase-port-${port}`, () => resolve(() => void lock.close()))
  })
}

function listenOn(server: Listener, binding: Binding & { reusePort?: true }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ ...binding, backlog }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
