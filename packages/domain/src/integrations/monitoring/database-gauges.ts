import { float } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { Gauge } from 'prom-client'
import type { GaugeConfiguration, Registry } from 'prom-client'
import { findLastBackup } from './backup-runs.ts'
import { countDeliveries } from './delivery-backlog.ts'
import { countMails } from './mail-backlog.ts'

/** Processes of one database share the result. */
const aggregator = 'max'

/** To count millions takes a while: however often a value is asked for, the database is asked no more often than this. */
const freshMs = 10_000

/**
 * Tells Prometheus of a program's connections to the database, what the database has to deliver, its size and the last
 * backup.
 *
 * @param perEndpoint see `countDeliveries`.
 */
export function addDatabaseGauges(registry: Registry, db: Db, perEndpoint?: number): void {
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

  const backlog = remembered(() => countDeliveries(db, perEndpoint))
  gauge({
    name: 'matterbase_deliveries',
    help: 'Webhook deliveries that are due, waiting for their receiver or a later attempt, in flight, or held for a disabled endpoint.',
    labelNames: ['state'],
    aggregator,
    async collect() {
      const { due, waiting_for_receiver, later, under_way, held } = await backlog()
      for (const [state, count] of Object.entries({ due, waiting_for_receiver, later, under_way, held }))
        this.set({ state }, count)
    },
  })
  gauge({
    name: 'matterbase_oldest_due_delivery_seconds',
    help: 'For how long a worker could have sent the delivery that waits longest; 0 when none is due.',
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
  const mails = remembered(() => countMails(db))
  gauge({
    name: 'matterbase_emails',
    help: 'Queued emails that are due, or that wait for a later attempt.',
    labelNames: ['state'],
    aggregator,
    async collect() {
      const { due, later } = await mails()
      for (const [state, count] of Object.entries({ due, later })) this.set({ state }, count)
    },
  })
  gauge({
    name: 'matterbase_oldest_email_seconds',
    help: 'For how long the oldest queued email has waited; 0 when none does.',
    aggregator,
    async collect() {
      this.set((await mails()).oldest_seconds)
    },
  })

  const lastBackup = remembered(() => findLastBackup(db))
  gauge({
    name: 'matterbase_last_backup_timestamp_seconds',
    help: 'The moment of the newest backup by matterbase backup; 0 before the first.',
    aggregator,
    async collect() {
      this.set(((await lastBackup())?.getTime() ?? 0) / 1000)
    },
  })
  const size = remembered(() => db.rows({ bytes: float })`SELECT pg_database_size(current_database())::float8 AS bytes`)
  gauge({
    name: 'matterbase_database_size_bytes',
    help: 'The size of the database on the disk of PostgreSQL.',
    aggregator,
    async collect() {
      for (const { bytes } of await size()) this.set(bytes)
    },
  })
}

/** Reads a value again only after it has aged. A failure is not remembered. */
function remembered<T>(read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined
  return () => {
    if (known) return known
    const asked = read()
    known = asked
    const forget = () => {
      if (known === asked) known = undefined
    }
    asked.then(() => setTimeout(forget, freshMs).unref(), forget)
    return asked
  }
}
