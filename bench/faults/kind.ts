import { openRedisHouse } from './redis.ts'
import type { RedisServer } from './redis.ts'
import type { Stage, StageOptions } from './stage.ts'

export interface Kind {
  readonly says: string
  readonly prepare: () => Promise<Prepared>
}

export interface Prepared extends StageOptions {
  /**
   * Does it; resolves when nothing more is done, with what shows that it was done.
   *
   * @throws Error when it came to nothing.
   */
  readonly strike: (stage: Stage) => Promise<string>
  readonly close: () => Promise<void>
}

/** Something of the fault's own, such as a database. */
export interface Own {
  readonly databaseUrl?: string
  readonly env?: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** A fault beside one Redis, and beside something of its own. */
export function besideRedis<T extends Own>(
  says: string,
  strike: (stage: Stage, its: { readonly redis: RedisServer; readonly own: T }) => Promise<string>,
  start: () => Promise<T>,
): Kind {
  return {
    says,
    async prepare() {
      const [house, own] = [await openRedisHouse(), await start()]
      const redis = await house.addServer()
      return {
        databaseUrl: own.databaseUrl,
        env: { REDIS_URL: `redis://127.0.0.1:${redis.port}`, ...own.env },
        strike: (stage) => strike(stage, { redis, own }),
        async close() {
          await own.close()
          await house.close()
        },
      }
    },
  }
}

/** Nothing of its own. */
export const nothing = async (): Promise<Own> => ({ close: async () => undefined })

/** @throws Error when a fault came to nothing. */
export function proven(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`The fault came to nothing: ${what}`)
}
