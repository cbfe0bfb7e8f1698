import { held } from '@matterbase/db'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/** Tells Prometheus what this process holds for its callers. All are 0 when no request is in flight. */
export function addHeldGauges(registry: Registry): void {
  const registers = [registry]
  new Gauge({
    name: 'matterbase_http_requests_in_flight',
    help: 'Requests that have no complete response yet.',
    registers,
    collect() {
      this.set(held.requests)
    },
  })
  new Gauge({
    name: 'matterbase_held_bytes',
    help: 'Bytes of responses that their readers have not taken, and of request bodies above 256 KiB.',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const [kind, bytes] of Object.entries(held.bytes)) this.set({ kind }, bytes)
    },
  })
  new Gauge({
    name: 'matterbase_turns',
    help: 'Work that runs or waits for its turn, by kind: statements, transactions, drawings, compression and others.',
    labelNames: ['kind', 'state'],
    registers,
    collect() {
      for (const [kind, { running, waiting }] of Object.entries(held.turns)) {
        this.set({ kind, state: 'running' }, running)
        this.set({ kind, state: 'waiting' }, waiting)
      }
    },
  })
}
