import cluster from 'node:cluster'
import { createDb, createSealer } from '@matterbase/db'
import { connectRedis } from '@matterbase/jobs'
import { pino } from 'pino'
import { createApp } from './app.ts'
import { readEnv } from './env.ts'
import { redisRateLimiter } from './http/redis-rate-limit.ts'
import { supervise } from './processes.ts'
import { listen } from './server.ts'
import { onStop } from './stop.ts'

const env = readEnv(process.env)
const log = pino({ name: 'api' })

if (env.API_PROCESSES > 1 && cluster.isPrimary) supervise(env.API_PROCESSES, log)
else await serve()

async function serve() {
  const db = createDb({ url: env.DATABASE_URL, onError: (err) => log.warn({ err }, 'database connection lost') })
  const redis = await openRedis(env.REDIS_URL)
  const app = createApp({
    db,
    log,
    publicUrl: env.PUBLIC_URL,
    sealer: createSealer(env.ENCRYPTION_KEY),
    allowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    ...(redis && { rateLimiter: redisRateLimiter(redis) }),
  })
  const server = await listen(app, { port: env.PORT, host: env.HOST })
  log.info({ port: server.port }, 'listening')
  onStop(async () => {
    await server.close()
    await db.$disconnect()
    redis?.disconnect()
  })
}

async function openRedis(url: string | undefined) {
  if (url === undefined) return undefined
  const { open } = await connectRedis({ url, onError: (err) => log.warn({ err }, 'redis connection lost') })
  return open()
}
