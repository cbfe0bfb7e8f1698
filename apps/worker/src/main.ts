import { certificateAdvice, createDb, createSealer, PoolerError, readinessOf } from '@matterbase/db'
import type { Db, Sealer } from '@matterbase/db'
import { databaseProblem } from '@matterbase/domain'
import { openBackend } from '@matterbase/jobs'
import { giveMemoryBack, openLog, openTracing, readBuild, readEnv, stopOnSignal, warnSeldom } from '@matterbase/config'
import { keyedAccess } from './runtime/database-url.ts'
import { listenForHealth } from './runtime/health.ts'
import { createMetrics } from './runtime/metrics.ts'
import { settingsOf } from './runtime/settings.ts'
import { startWorker } from './worker.ts'

const graceMs = 14_000

async function main(): Promise<void> {
  const closeFirst = stopOnSignal()
  const env = readEnv('worker', process.env)
  const log = await openLog('worker', { level: env.LOG_LEVEL, format: env.LOG_FORMAT })
  const onError = warnSeldom(log, 'the queue reported an error')
  const sealer = createSealer(env.ENCRYPTION_KEY)
  // The lock that shows a living worker belongs to a connection, as do the queues in PostgreSQL.
  const databaseUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
  const db = createDb({
    url: keyedAccess(databaseUrl),
    poolSize: 6,
    onError: warnSeldom(log, 'PostgreSQL closed a connection'),
  })
  await checkDatabase(db, sealer)
  let state: 'starting' | 'running' | 'stopping' = 'starting'
  const readiness = readinessOf(db)
  const problem = async () => (state === 'running' ? readiness() : `The worker is ${state}`)
  const metrics = createMetrics(db, env.WEBHOOK_IN_FLIGHT.perEndpoint)
  const health = await listenForHealth({
    build: readBuild(env),
    port: env.WORKER_PORT,
    host: env.METRICS_HOST,
    problem,
    metrics: metrics.read,
  })
  const onProblem = (problem: string) => log.warn({ problem }, 'traces were not sent')
  const tracing = await openTracing(env, { service: 'matterbase-worker', onProblem })
  const backend = await openBackend({ databaseUrl, redisUrl: env.REDIS_URL, onError })
  const worker = await startWorker({
    db,
    backend,
    sealer,
    log,
    onAttempt: metrics.attempt,
    tracing,
    settings: settingsOf(env),
    mail:
      env.SMTP_URL !== undefined && env.MAIL_FROM !== undefined
        ? { url: env.SMTP_URL, from: env.MAIL_FROM }
        : undefined,
    onWedged() {
      log.fatal('jobs wait and none is started, so this process ends')
      process.exit(1)
    },
  })
  state = 'running'
  giveMemoryBack()
  log.info({ queue: backend.name }, 'the worker is running')
  closeFirst(() => db.$disconnect())
  closeFirst(async () => tracing?.close())
  closeFirst(health.close)
  closeFirst(() => {
    state = 'stopping'
    return worker.stop(graceMs)
  })
}

async function checkDatabase(db: Db, sealer: Sealer): Promise<void> {
  const problem = await databaseProblem(db, sealer).catch((error: unknown) => {
    if (error instanceof PoolerError) throw error
    const [reason] = (error instanceof Error ? error.message : String(error)).trim().split('\n').slice(-1)
    throw new Error(
      `DATABASE_URL: the database cannot be used (${reason}); ${certificateAdvice(error) ?? 'start it, or correct DATABASE_URL'}.`,
      {
        cause: error,
      },
    )
  })
  if (problem !== undefined) throw new Error(problem)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
