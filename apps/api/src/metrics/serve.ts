import cluster from 'node:cluster'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AggregatorRegistry } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Binding } from '../http/access/open-port.ts'

export interface MetricsServer {
  readonly port: number
  close(): Promise<void>
}

/** Serves `GET /metrics` on a separate port, which needs no key. */
export async function serveMetrics(read: () => Promise<string>, { port, host }: Binding): Promise<MetricsServer> {
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

/** Serves the metrics of this process. A worker process shares them with the primary process instead. */
export async function shareMetrics(registry: Registry, serve: (read: () => Promise<string>) => Promise<void>) {
  if (!cluster.isWorker) return serve(() => registry.metrics())
  AggregatorRegistry.setRegistries(registry)
  // The registry listens for requests of the primary process.
  readTogether()
}

/** Reads the metrics of all worker processes, in the primary process. */
export function readTogether(): () => Promise<string> {
  const registry = new AggregatorRegistry()
  return () => registry.clusterMetrics()
}
