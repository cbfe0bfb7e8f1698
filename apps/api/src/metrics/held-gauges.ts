import { held } from '@matterbase/db'
import { Gauge } from 'prom-client'
import type { GaugeConfiguration, Registry } from 'prom-client'

/** Tells Prometheus what this process holds for its callers. All are 0 when no request is in flight. */
export function addHeldGauges(registry: Registry): void {
  const gauge = <T extends string>(configuration: GaugeConfiguration<T>) =>
    registry.registerMetric(new Gauge({ ...configuration, registers: [] }))

  gauge({
    name: 'matterbase_http_requests_in_flight',
    help: 'Requests that have no complete response yet.',
    collect() {
      this.set(held.requests)
    },
  })
  gauge({
    name: 'matterbase_held_bytes',
    help: 'Bytes of responses that their readers have not taken, and of request bodies above 256 KiB.',
    labelNames: ['kind'],
    collect() {
      for (const [kind, bytes] of Object.entries(held.bytes)) this.set({ kind }, bytes)
    },
  })
  gauge({
    name: 'matterbase_turns',
    help: 'Work that runs or waits for its turn, by kind: statements, transactions, drawings, compression and others.',
    labelNames: ['kind', 'state'],
    collect() {
      for (const [kind, { running, waiting }] of Object.entries(held.turns)) {
        this.set({ kind, state: 'running' }, running)
        this.set({ kind, state: 'waiting' }, waiting)
      }
    },
  })
}
