import { advisoryLocks, createDb, createSealer } from '@matterbase/db'
import type { DbOptions } from '@matterbase/db'
import { openBackend } from '@matterbase/jobs'
import { pino } from 'pino'
import { keyedAccess } from '../../src/runtime/database-url.ts'
import type { Settings } from '../../src/runtime/settings.ts'
import { startWorker } from '../../src/worker.ts'

/** What the process is told, as JSON in its first argument. */
export interface Orders {
  url: string
  key: string
  prefix: string
  redisUrl: string | null
  settings: Settings
  /** Where it kills itself: once it has claimed deliveries and before their jobs are queued. */
  dieAfterClaim?: boolean
  /** Where it stops itself: while it holds the lock of the relay, or once it was answered what to send next. */
  stopsIn?: 'claim' | 'finish'
}

const orders = JSON.parse(process.argv[2] ?? '{}') as Orders
const onError = () => undefined
const { url, key, prefix, redisUrl, settings, dieAfterClaim, stopsIn } = orders
const backend = await openBackend({ databaseUrl: url, redisUrl: redisUrl ?? undefined, prefix, onError })
const stop = () => void process.kill(process.pid, 'SIGSTOP')
const stops: Readonly<Record<NonNullable<Orders['stopsIn']>, DbOptions['inspect']>> = {
  claim:
    ({ values }) =>
    () => {
      if (values.includes(advisoryLocks.relay)) stop()
    },
  finish:
    ({ text }) =>
    ({ rows }) => {
      if (text.includes('tally AS') && rows.length > 0) stop()
    },
}
const die = () => Promise.resolve(void process.kill(process.pid, 'SIGKILL'))
await startWorker({
  db: createDb({ url: keyedAccess(url), inspect: stopsIn && stops[stopsIn] }),
  backend: dieAfterClaim ? { ...backend, add: die } : backend,
  sealer: createSealer(key),
  settings,
  log: pino({ level: 'silent' }),
  onWedged: () => process.exit(1),
})
process.send?.('ready')
