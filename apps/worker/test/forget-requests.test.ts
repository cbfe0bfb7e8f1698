import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

let world: World

beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.close())

it('forgets the bodies of requests after 7 days and the requests after 30, however many wait', async () => {
  await world.db.$executeRaw`
    INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms, request_body)
    SELECT 1, 'r', 1, now() - days * interval '1 day', 'GET', '/me', 200, 1, '{}'
    FROM unnest(ARRAY[1, 6, 8, 29, 31]) AS days CROSS JOIN generate_series(1, 1100)`
  await world.start('postgres', { pruneMs: 20 })
  const left = async () => {
    const [row] = await world.db.$queryRaw<{ rows: number; bodies: number }[]>`
      SELECT count(*)::int AS rows, count(request_body)::int AS bodies FROM request_logs`
    return row
  }
  await expect.poll(left, { timeout: 60_000 }).toEqual({ rows: 4_400, bodies: 2_200 })
})
