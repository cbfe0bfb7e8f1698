import cluster from 'node:cluster'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AggregatorRegistry } from 'prom-client'
import type { Registry } from 'prom-client'

interface Place {
  readonly port: number
  readonly host: string
}

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** Serves `GET /metrics` on a port of its own: who can reach that needs no key. */
export async function serveMetrics(read: () => Promise<string>, { port, host }: Place): Promise<MetricsServer> {
  const server = createServer((req, res) => {
    if (req.url === '/metrics')
      read().then(
        (text) => res.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
        () => res.writeHead(503).end('The metrics cannot be read right now\n'),
      )
    else res.writeHead(404).end('Only /metrics is here\n')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Hands a process's metrics to `serve`; one of several processes to the first of them, see `readTogether`. */
export async function shareMetrics(registry: Registry, serve: (read: () => Promise<string>) => Promise<void>) {
  if (!cluster.isWorker) return serve(() => registry.metrics())
  AggregatorRegistry.setRegistries(registry)
  // One that is made listens for the first process, which asks.
  readTogether()
}

/** In the first of several processes: reads the metrics of all of them as one. */
export function readTogether(): () => Promise<string> {
  const registry = new AggregatorRegistry()
  return () => registry.clusterMetrics()
}
