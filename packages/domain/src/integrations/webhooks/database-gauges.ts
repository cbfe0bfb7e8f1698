import type { Db } from '@matterbase/db'
import { Gauge } from 'prom-client'
import type { GaugeConfiguration, Registry } from 'prom-client'
import { readBacklog } from './backlog.ts'

/** Processes of one database share the result. */
const aggregator = 'max'

/** Tells Prometheus of a program's connections to the database, and of what the database has to deliver. */
export function addDatabaseGauges(registry: Registry, db: Db): void {
  const gauge = <T extends string>(configuration: GaugeConfiguration<T>) =>
    registry.registerMetric(new Gauge({ ...configuration, registers: [] }))

  gauge({
    name: 'matterbase_database_connections',
    help: 'Connections to PostgreSQL: in use, idle, and what waits for one.',
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
    help: 'Webhook deliveries that are due, waiting for a later attempt, in flight, or held for a disabled endpoint.',
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
}
