import type { Db } from '@matterbase/db'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { GaugeConfiguration } from 'prom-client'
import { readBacklog } from './backlog.ts'

/** What the process counts and times for Prometheus. */
export interface Metrics {
  readonly registry: Registry
  /** Once for each request. `code` is that of an error's body. */
  request(labels: { operation: string; method: string; status: string; code: string }, seconds: number): void
  /** How many writes shared a transaction. */
  group(size: number): void
}

/** Several API processes ask the same database: theirs is one answer. */
const aggregator = 'max'

export function createMetrics(db: Db): Metrics {
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

  const gauge = <T extends string>(configuration: GaugeConfiguration<T>) =>
    registry.registerMetric(new Gauge({ ...configuration, registers: [] }))

  gauge({
    name: 'matterbase_database_connections',
    help: 'Connections to PostgreSQL: in use, idle, and requests that wait for one.',
    labelNames: ['state'],
    collect() {
      const { totalCount, idleCount, waitingCount } = db.pool
      this.set({ state: 'in_use' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waiting' }, waitingCount)
    },
  })

  const backlog = readBacklog(db)
  gauge({
    name: 'matterbase_deliveries',
    help: 'Webhook deliveries that are due, wait for a later attempt, are under way, or are held for an endpoint that is switched off.',
    labelNames: ['state'],
    aggregator,
    async collect() {
      const { due, later, under_way: underWay, held } = await backlog()
      for (const [state, count] of Object.entries({ due, later, under_way: underWay, held })) this.set({ state }, count)
    },
  })
  gauge({
    name: 'matterbase_oldest_due_delivery_seconds',
    help: 'For how long the delivery that waits longest has been due; 0 when none is.',
    aggregator,
    async collect() {
      this.set((await backlog()).oldest_due_seconds)
    },
  })
  gauge({
    name: 'matterbase_webhook_endpoints',
    help: 'Webhook endpoints that are active, paused because they fail, or switched off.',
    labelNames: ['state'],
    aggregator,
    async collect() {
      const { active, paused, switched_off: switchedOff } = await backlog()
      for (const [state, count] of Object.entries({ active, paused, switched_off: switchedOff }))
        this.set({ state }, count)
    },
  })

  return {
    registry,
    request(labels, seconds) {
      requests.inc(labels)
      durations.observe({ operation: labels.operation }, seconds)
    },
    group: (size) => groups.observe(size),
  }
}
