import { Prisma, transaction } from '@matterbase/db'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Attempt } from '../src/deliveries/attempts.ts'
import { expireLeases, recoverDeadWorkers } from '../src/deliveries/sweeps.ts'
import { beginJobs, claimDeliveries } from '../src/deliveries/transitions.ts'
import { findDue, start } from '../src/relay/find-due.ts'
import { finish } from '../src/send/finish.ts'
import type { Finished } from '../src/send/finish.ts'
import { createWorld, quick } from './support/world.ts'
import type { World } from './support/world.ts'

// What is reported of attempts, in the orders that it can come in.

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.empty())
afterAll(() => world.close())

const me = { ...quick, worker: 7 }

/** Has the attempts of so many events of a new endpoint under way. */
async function beginAttempts(count: number) {
  const endpoint = await world.addEndpoint('http://127.0.0.1:9/hook')
  await world.record(Array.from({ length: count }, (_, id) => `{"id":${id}}`))
  const attempts = (await beginJobs(world.db, await world.claim(count), me)).filter((attempt) => attempt !== null)
  expect(attempts).toHaveLength(count)
  return { endpoint, attempts }
}

/** What is reported of an attempt that was answered so after so many milliseconds. */
function answered(attempt: Attempt | undefined, statusCode: number, durationMs = 5): Finished {
  if (!attempt) throw new Error('There is no such attempt')
  const isFine = statusCode === 200
  const isGone = statusCode === 410
  return {
    attempt,
    result: {
      outcome: isFine ? 'success' : 'http_error',
      statusCode,
      body: '',
      error: null,
      headers: null,
      retryAfterMs: null,
      durationMs,
    },
    verdict: { status: isFine ? 'delivered' : isGone ? 'failed' : 'pending', waitMs: 60_000, isGone },
    beginsNext: isFine,
  }
}

/** Whether a statement waits for a lock. */
const isWaiting = async () =>
  (await world.db.run`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`) > 0

const statuses = async () => (await world.deliveries()).map(({ status }) => status)

describe('an endpoint that fails', () => {
  const rule = (seconds: number) => ({ ...me, disableAfter: { seconds, failures: 3, events: 3 } })

  it('is switched off by the last report, also of an attempt that ended before the others', async () => {
    const { endpoint, attempts } = await beginAttempts(3)
    for (const [place, attempt] of attempts.entries()) {
      expect(await world.endpoint(endpoint)).toMatchObject({ is_active: true, failure_count: place })
      await finish(world.db, [answered(attempt, 500, 500 - 100 * place)], rule(0))
    }
    expect(await world.endpoint(endpoint)).toMatchObject({ is_active: false, failure_count: 3 })
  })

  it('has failed until the attempt that ended last, whichever is reported last', async () => {
    const { endpoint, attempts } = await beginAttempts(3)
    for (const [place, durationMs] of [0, 10_000, 2_000].entries()) {
      expect(await world.endpoint(endpoint)).toMatchObject({ is_active: true, failure_count: place })
      await finish(world.db, [answered(attempts[place], 500, durationMs)], rule(5))
    }
    expect(await world.endpoint(endpoint)).toMatchObject({ is_active: false, failure_count: 3 })
  })
})

describe('an endpoint that is switched off', () => {
  it('by a 410 is sent nothing more, also where another of its attempts went well at the same time', async () => {
    const { endpoint, attempts } = await beginAttempts(2)
    await world.record(['{"id":3}'])
    expect(await finish(world.db, [answered(attempts[0], 200), answered(attempts[1], 410)], me)).toEqual([null, null])
    expect(await world.endpoint(endpoint)).toMatchObject({ is_active: false, disabled_reason: 'gone_410' })
    expect(await statuses()).toEqual(['delivered', 'failed', 'pending'])
  })

  it('while an outcome is waiting to be recorded is sent nothing more', async () => {
    const { attempts } = await beginAttempts(1)
    await world.record(['{"id":2}'])
    const finished = await transaction(world.db, async (sql) => {
      await sql.run`UPDATE webhook_endpoints SET is_active = false`
      const finishing = finish(world.db, [answered(attempts[0], 200)], me)
      await expect.poll(isWaiting).toBe(true)
      return { finishing }
    })
    expect(await finished.finishing).toEqual([null])
    expect(await statuses()).toEqual(['delivered', 'pending'])
  })
})

describe('outcomes that are recorded while another transaction has an endpoint', () => {
  /** Locks endpoint `id`, starts `finishing`, and once that waits, locks the rows that `stillFree` names. */
  async function meetsLock(id: number, finishing: () => Promise<unknown>, stillFree: Prisma.Sql) {
    const { finished } = await transaction(world.db, async (sql) => {
      await sql.run`SELECT FROM webhook_endpoints WHERE id = ${id} FOR UPDATE`
      const finished = finishing()
      await expect.poll(isWaiting).toBe(true)
      await world.db.run`${stillFree} FOR UPDATE NOWAIT`
      return { finished }
    })
    await finished
  }

  it('leave its deliveries unlocked', async () => {
    const { endpoint, attempts } = await beginAttempts(1)
    const finishing = () => finish(world.db, [answered(attempts[0], 500)], me)
    await meetsLock(endpoint.id, finishing, Prisma.sql`SELECT FROM webhook_deliveries`)
    expect(await statuses()).toEqual(['pending'])
  })

  it('leave endpoints with a higher ID unlocked, in any order of the outcomes', async () => {
    const lower = await world.addEndpoint('http://127.0.0.1:9/lower')
    const higher = await world.addEndpoint('http://127.0.0.1:9/higher')
    await world.record(['{"id":1}'])
    const attempts = await beginJobs(world.db, await world.claim(2), me)
    const attemptAt = ({ id }: typeof lower) =>
      attempts.find((attempt) => attempt?.endpoint_id === `${id}`) ?? undefined
    const outcomes = [answered(attemptAt(higher), 500), answered(attemptAt(lower), 500)]
    const isHigher = Prisma.sql`SELECT FROM webhook_endpoints WHERE id = ${higher.id}`
    await meetsLock(lower.id, () => finish(world.db, outcomes, me), isHigher)
    expect(await statuses()).toEqual(['pending', 'pending'])
  })
})

it('deliveries that are to be skipped and are not cancelled yet are not sent meanwhile, by a run or by the relay', async () => {
  const { attempts } = await beginAttempts(1)
  const skipped = ['{"id":2}', '{"id":3}']
  await world.record(skipped)
  await world.db.run`UPDATE webhook_endpoints SET skip_held_until = (SELECT max(created_at) FROM webhook_deliveries)`
  await world.record(['{"id":4}', '{"id":5}'])
  const [next] = await finish(world.db, [answered(attempts[0], 200)], me)
  expect(next?.data).toBe('{"id":4}')
  const jobs = await beginJobs(world.db, await world.claimOnce(), me)
  expect(jobs.map((job) => job?.data)).toEqual(['{"id":5}'])
  expect(await statuses()).toEqual(['delivered', 'pending', 'pending', 'sending', 'sending'])
})

describe('an attempt at an address that the endpoint has no longer', () => {
  it('does not switch it off with a 410', async () => {
    const { endpoint, attempts } = await beginAttempts(1)
    await world.db.run`UPDATE webhook_endpoints SET url = 'http://127.0.0.1:9/new'`
    await finish(world.db, [answered(attempts[0], 410)], me)
    expect(await world.endpoint(endpoint)).toMatchObject({ is_active: true, failure_count: 0 })
    expect(await statuses()).toEqual(['failed'])
  })

  it('does not open the circuit of the new one', async () => {
    const { endpoint, attempts } = await beginAttempts(1)
    await world.db.run`
      UPDATE webhook_endpoints SET url = 'http://127.0.0.1:9/new', failure_count = 5, circuit_level = 3`
    await finish(world.db, [answered(attempts[0], 500)], me)
    expect(await world.endpoint(endpoint)).toMatchObject({ circuit_open_until: null, failure_count: 5 })
  })
})

it('an outcome that comes after its lease lapsed changes nothing', async () => {
  const endpoint = await world.addEndpoint('http://127.0.0.1:9')
  await world.record(['{"id":1}'])
  const jobs = await world.claim(1)
  const [attempt] = await beginJobs(world.db, jobs, me)
  expect(await beginJobs(world.db, jobs, me)).toEqual([null])
  await world.db.run`UPDATE webhook_deliveries SET lease_until = now() - interval '1 second'`
  expect(await expireLeases(world.db, 1_000)).toBe(1)
  await finish(world.db, [answered(attempt ?? undefined, 200)], me)
  expect(await world.deliveries()).toMatchObject([{ status: 'pending', attempt_count: 1 }])
  expect(await world.attempts()).toMatchObject([{ outcome: 'interrupted', status_code: null }])
  expect(await world.endpoint(endpoint)).toMatchObject({ last_delivery_at: null })
})

describe('an attempt that was under way when all workers went away for weeks', () => {
  beforeEach(async () => {
    await beginAttempts(1)
    await world.db.run`UPDATE webhook_attempts SET started_at = now() - interval '27 days'`
  })
  const rows = async () => [await world.deliveries(), await world.attempts()]
  const isDueAgain = [[{ status: 'pending' }], [{ outcome: 'interrupted', duration_ms: 2 ** 31 - 1 }]]

  it('is due again once its lease has lapsed', async () => {
    await world.db.run`UPDATE webhook_deliveries SET lease_until = now() - interval '1 second'`
    expect(await expireLeases(world.db, 1_000)).toBe(1)
    expect(await rows()).toMatchObject(isDueAgain)
  })

  it('is due again once its worker is found dead', async () => {
    await world.db.run`INSERT INTO webhook_workers (id) VALUES (${me.worker})`
    expect(await recoverDeadWorkers(world.db, [me.worker])).toBe(1)
    expect(await rows()).toMatchObject(isDueAgain)
  })
})

it('a delivery that was tried between being found and being leased waits for its next attempt', async () => {
  await world.addEndpoint('http://127.0.0.1:9')
  await world.record(['{"id":1}', '{"id":2}'])
  const find = () => transaction(world.db, async (sql) => (await findDue(sql, quick, [], start)).due)
  // The time a delivery is due at is rounded to the millisecond, which may lie ahead of the clock.
  await expect.poll(find).toHaveLength(2)
  const due = await find()
  const [first, second] = due
  // As what is begun by another, and answered 429 with a Retry-After, meanwhile.
  await world.db
    .run`UPDATE webhook_deliveries SET next_attempt_at = now() + interval '1 hour' WHERE id = ${first?.deliveryId ?? null}::bigint`
  const jobs = await transaction(world.db, (sql) => claimDeliveries(sql, quick, due))
  expect(jobs.map(({ deliveryId }) => deliveryId)).toEqual([second?.deliveryId])
})
