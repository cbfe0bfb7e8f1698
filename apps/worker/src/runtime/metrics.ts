import type { Db } from '@matterbase/db'
import { addDatabaseGauges } from '@matterbase/domain'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

/** The Prometheus metrics of a worker. */
export interface Metrics {
  /** All metrics as text. */
  read(): Promise<string>
  /** Called once after each attempt. */
  attempt(result: { readonly outcome: string; readonly durationMs: number }): void
}

/** @param perEndpoint the webhook requests that an endpoint may have in flight. */
export function createMetrics(db: Db, perEndpoint: number): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  addDatabaseGauges(registry, db, perEndpoint)
  const attempts = new Counter({
    name: 'matterbase_delivery_attempts_total',
    help: 'Attempts to deliver a webhook by how they ended: success, or why not.',
    labelNames: ['outcome'],
    registers,
  })
  const durations = new Histogram({
    name: 'matterbase_delivery_attempt_duration_seconds',
    help: "From an attempt's name resolution to the last byte of the receiver's answer.",
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  })
  return {
    read: () => registry.metrics(),
    attempt({ outcome, durationMs }) {
      attempts.inc({ outcome })
      durations.observe(durationMs / 1_000)
    },
  }
}
