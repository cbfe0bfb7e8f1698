import cluster from 'node:cluster'
import { certificateAdvice, createDb, createSealer, PoolerError } from '@matterbase/db'
import type { Db, Sealer } from '@matterbase/db'
import { databaseProblem } from '@matterbase/domain'
import { connectRedis } from '@matterbase/jobs'
import {
  giveMemoryBack,
  isUnencrypted,
  openLog,
  openTracing,
  readBuild,
  readEnv,
  stopOnSignal,
  warnSeldom,
} from '@matterbase/config'
import type { Env } from '@matterbase/config'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { createDrawings } from './drawing/drawings.ts'
import { watchLoop } from './http/log/loop-watch.ts'
import { reservePort } from './http/access/open-port.ts'
import { redisRateLimiter } from './http/access/redis-rate-limit.ts'
import { requestRecorder } from './http/log/request-recorder.ts'
import { createMetrics } from './metrics/metrics.ts'
import { readTogether, serveMetrics, shareMetrics } from './metrics/serve.ts'
import { supervise } from './processes.ts'
import { listen } from './server.ts'

const closeFirst = stopOnSignal()

async function main() {
  const env = readEnv('api', process.env)
  const log = await openLog('api', { level: env.LOG_LEVEL, format: env.LOG_FORMAT })
  if (env.API_PROCESSES === 1 || cluster.isWorker) return serve({ env, log })
  await reservePort({ port: env.PORT, host: env.HOST }).catch((cause: unknown) => {
    throw cannotListen('PORT', env.PORT, cause)
  })
  closeFirst(supervise(env.API_PROCESSES, log))
  await serveMetricsOf(readTogether(), env)
}

interface Running {
  readonly env: Env<'api'>
  readonly log: Logger
}

async function serve({ env, log }: Running) {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const onAway = (err: Error) =>
    log.warn({ err }, 'an export reads from the primary, because the replica cannot be used')
  const db = createDb({
    url: env.DATABASE_URL,
    isPooled: env.DATABASE_DIRECT_URL !== undefined,
    onError: warnSeldom(log, 'a connection to PostgreSQL is lost'),
    replica: env.DATABASE_REPLICA_URL === undefined ? undefined : { url: env.DATABASE_REPLICA_URL, onAway },
  })
  closeFirst(() => db.$disconnect())
  const sealer = createSealer(env.ENCRYPTION_KEY)
  await checkDatabase(db, sealer, log)
  const recorder = requestRecorder(db, log)
  closeFirst(() => recorder.flush())
  const drawings = createDrawings()
  closeFirst(() => drawings.close())
  const loopWatch = watchLoop((hold) => log.warn(hold, 'the event loop was held'))
  closeFirst(async () => loopWatch.stop())
  const metrics = env.METRICS_PORT === undefined ? undefined : createMetrics(db, env.WEBHOOK_IN_FLIGHT?.perEndpoint)
  if (metrics) await shareMetrics(metrics.registry, (read) => serveMetricsOf(read, env))
  const onProblem = (problem: string) => log.warn({ problem }, 'traces were not sent')
  const tracing = await openTracing(env, { service: 'matterbase-api', onProblem })
  closeFirst(async () => tracing?.close())
  const redis = await openRedis(env.REDIS_URL, log)
  closeFirst(async () => redis?.disconnect())
  const stopping = new AbortController()
  const app = createApp({
    build: readBuild(env),
    db,
    stopping: stopping.signal,
    log,
    recorder,
    drawings,
    loopWatch,
    metrics,
    tracing,
    publicUrl,
    isUnencrypted: isUnencrypted({ host: env.HOST, publicUrl, trustProxy: env.TRUST_PROXY }),
    canMail: env.SMTP_URL !== undefined,
    trustProxy: env.TRUST_PROXY,
    sealer,
    allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    ...(redis && {
      rateLimiter: redisRateLimiter(redis),
      failureLimiter: redisRateLimiter(redis, { store: 'failures' }),
      formLimiter: redisRateLimiter(redis, { store: 'forms' }),
    }),
  })
  const server = await listen(app, { port: env.PORT, host: env.HOST, publicUrl }).catch((cause: unknown) => {
    throw cannotListen('PORT', env.PORT, cause)
  })
  closeFirst(() => {
    stopping.abort()
    return server.close()
  })
  giveMemoryBack()
  log.info({ port: server.port }, 'listening')
}

async function serveMetricsOf(read: () => Promise<string>, { METRICS_PORT: port, METRICS_HOST: host }: Env<'api'>) {
  if (port === undefined) return
  const metrics = await serveMetrics(read, { port, host }).catch((cause: unknown) => {
    throw cannotListen('METRICS_PORT', port, cause)
  })
  closeFirst(() => metrics.close())
}

/** Ends the process when it could not work on this database. One that is away is waited for: see /readyz. */
async function checkDatabase(db: Db, sealer: Sealer, log: Logger) {
  const problem = await databaseProblem(db, sealer).catch((err: unknown) => {
    if (err instanceof PoolerError) return err.message
    log.warn({ err, advice: certificateAdvice(err) }, 'the database cannot be reached yet')
    return undefined
  })
  if (problem) throw new Error(problem)
}

const cannotListen = (name: string, port: number, cause: unknown) =>
  new Error(
    `${name} ${port} cannot be opened (${cause instanceof Error ? cause.message : String(cause)}): set it to a free port`,
    { cause },
  )

async function openRedis(url: string | undefined, log: Logger) {
  if (url === undefined) return undefined
  const { open } = await connectRedis({ url, onError: warnSeldom(log, 'the connection to Redis is lost') })
  return open()
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
