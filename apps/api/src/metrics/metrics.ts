import type { Db } from '@matterbase/db'
import { addDatabaseGauges } from '@matterbase/domain'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { addHeldGauges } from './held-gauges.ts'

/** The Prometheus metrics of this process. */
export interface Metrics {
  readonly registry: Registry
  /** Counts a request. `code` is the code of the error body. */
  request(labels: { operation: string; method: string; status: string; code: string }, seconds: number): void
  /** Counts a transaction with this number of writes. */
  group(size: number): void
}

/** @param perEndpoint the webhook requests that an endpoint may have in flight. */
export function createMetrics(db: Db, perEndpoint?: number): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'matterbase_http_requests_total',
    help: 'Requests by operation, method, status and code of the error; overloaded and rate_limited are those turned away.',
    labelNames: ['operation', 'method', 'status', 'code'],
    registers,
  })
  const durations = new Histogram({
    name: 'matterbase_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const groups = new Histogram({
    name: 'matterbase_write_group_size',
    help: 'Writes of single records that shared one transaction.',
    buckets: [1, 2, 5, 10, 20, 50, 100],
    registers,
  })

  addHeldGauges(registry)
  addDatabaseGauges(registry, db, perEndpoint)

  return {
    registry,
    request(labels, seconds) {
      requests.inc(labels)
      durations.observe({ operation: labels.operation }, seconds)
    },
    group: (size) => groups.observe(size),
  }
}
