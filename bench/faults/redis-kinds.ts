import { setTimeout as delay } from 'node:timers/promises'
import { besideRedis, nothing, proven } from './kind.ts'
import type { Kind } from './kind.ts'
import { askRedis, startCluster, startSentinels } from './redis.ts'
import type { Failing } from './redis.ts'

export const redisKinds: Readonly<Record<string, Kind>> = {
  'redis-killed': besideRedis(
    'Redis is killed, and started again empty after 3 s',
    async (_stage, { redis }) => {
      const before = await runIdOf(redis.port)
      await redis.kill()
      proven((await runIdOf(redis.port)) === undefined, 'Redis still answers')
      await delay(3_000)
      await redis.start()
      const after = await runIdOf(redis.port)
      proven(after !== undefined && after !== before, 'it is the Redis that it was')
      return `run ${before?.slice(0, 8)} refused connections, then run ${after?.slice(0, 8)}`
    },
    nothing,
  ),
  sentinel: ofMany('the primary of three Redis is killed, Sentinels put another in its place', startSentinels, 'kill'),
  'sentinel-change': ofMany('Sentinels are told to make another Redis the primary', startSentinels, 'change'),
  cluster: ofMany(
    'of a Redis Cluster of three and their replicas, the one with the queues is killed',
    startCluster,
    'kill',
  ),
}

/** One takes another's place: done when it says itself that it did. */
function ofMany(says: string, start: () => Promise<Failing>, what: 'kill' | 'change'): Kind {
  return {
    says,
    async prepare() {
      const { url, close, ...many } = await start()
      return {
        env: { REDIS_URL: url },
        close,
        async strike() {
          const [before, from] = [await many.primary(), performance.now()]
          await many[what]()
          let now = before
          for (let tries = 0; now === before; tries++) {
            proven(tries < 300, `after 30 s the primary is still the one at ${before}`)
            await delay(100)
            now = await many.primary().catch(() => before)
          }
          const role = await askRedis(now, 'role')
          proven(role.startsWith('master'), `the one at ${now} says that it is ${role}`)
          return `primary at ${before}, after ${((performance.now() - from) / 1_000).toFixed(1)} s at ${now}`
        },
      }
    },
  }
}

const runIdOf = async (port: number) =>
  askRedis(port, 'info', 'server').then(
    (text) => /run_id:(\w+)/.exec(text)?.[1],
    () => undefined,
  )
