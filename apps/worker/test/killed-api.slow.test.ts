import { text } from '@matterbase/db'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startApi } from './support/api-process.ts'
import type { ApiProcess } from './support/api-process.ts'
import { createWorld } from './support/world.ts'
import type { World } from './support/world.ts'

const kills = 10
const callers = 50
const answersALife = 200

let world: World
let api: ApiProcess

beforeEach(async () => {
  world = await createWorld()
  await world.addEndpoint('http://127.0.0.1:1/', { events: ['matter.created'] })
  api = await startApi(world)
})
afterEach(async () => {
  await api.kill('SIGKILL')
  await world.close()
})

const namesIn = async (rows: Promise<readonly { readonly name: string }[]>) => (await rows).map(({ name }) => name)

type Write = (name: string, at: number) => Promise<unknown>

const writeOne: Write = (name, at) =>
  api.call(at % 2 === 0 ? 'PUT' : 'POST', '/matters', { title: 'Written', external_id: name })

const rowsInBulk = 10

const importMany: Write = (name) => {
  const data = Array.from({ length: rowsInBulk }, (_, row) => ({ title: 'Written', external_id: `${name}/${row}` }))
  return api.call('POST', '/matters/bulk', { data })
}

/** Kills the api while many write together. Answers the names of what it said was written. */
async function killInTheMiddle(round: number, write: Write): Promise<string[]> {
  const answered: string[] = []
  let next = 0
  const calling = Array.from({ length: callers }, async () => {
    for (;;) {
      const at = next++
      const name = `${round}-${at}`
      try {
        await write(name, at)
      } catch (error) {
        if (error instanceof TypeError) return
        throw error
      }
      answered.push(name)
    }
  })
  await expect.poll(() => answered.length).toBeGreaterThan(answersALife)
  await api.kill('SIGKILL')
  await Promise.all(calling)
  return answered
}

/** Kills it again and again. Answers what it said was written, and the external_ids of what is there once all has ended. */
async function killOften(write: Write) {
  const answered: string[] = []
  for (let round = 0; round < kills; round++) {
    if (!api.isAlive()) await api.restart()
    answered.push(...(await killInTheMiddle(round, write)))
  }
  const { db } = world
  // What was sent before goes on for a moment.
  await expect
    .poll(
      () =>
        db.run`SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
    )
    .toBe(0)
  return {
    answered,
    written: await namesIn(db.rows({ name: text })`SELECT external_id || '' AS name FROM matters ORDER BY 1`),
  }
}

/** Each of what is there is told once, and none of it is later than its workspace's clock. */
async function expectWhole(written: readonly string[]) {
  const { db } = world
  // Without either, or a second of one, it would be told of nothing, or twice.
  const told = await namesIn(db.rows({ name: text })`
    SELECT coalesce(data->>'external_id', 'without an event or a delivery') AS name
    FROM events FULL JOIN webhook_deliveries AS delivery ON delivery.event_id = events.id AND delivery.workspace_id = events.workspace_id
    ORDER BY 1`)
  expect(told).toEqual(written)
  const late = db.run`
    SELECT FROM matters JOIN workspaces AS workspace ON workspace.id = workspace_id WHERE updated_at > change_clock`
  expect(await late).toBe(0)
}

it('has every write with a response before kill -9, and the rest whole or not at all', async () => {
  const { answered, written } = await killOften(writeOne)
  expect(written).toEqual(expect.arrayContaining(answered))
  expect(written.length).toBeLessThanOrEqual(answered.length + kills * callers)
  await expectWhole(written)
})

it('has each request of an import whole or not at all, and all with a response', async () => {
  const { answered, written } = await killOften(importMany)
  const bulks = Map.groupBy(written, (name) => name.split('/')[0])
  expect([...bulks.keys()]).toEqual(expect.arrayContaining(answered))
  expect(bulks.size).toBeLessThanOrEqual(answered.length + kills * callers)
  expect(new Set(Array.from(bulks.values(), ({ length }) => length))).toEqual(new Set([rowsInBulk]))
  await expectWhole(written)
})
