import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createDb, int, orNull, text, timestamp } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDb, TestDatabase } from '@matterbase/db/testing'
import { findWorkspace, recordStore, records, systemActor, write } from '@matterbase/domain'
import { addAccount } from '@matterbase/domain/testing'
import type { RecordStore, RefusedError, Values } from '@matterbase/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'

let database: TestDatabase
let db: TestDb
let store: RecordStore
let workspaces: number[]

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  store = recordStore(db)
  const accounts = Array.from({ length: 3 }, async () => {
    const { email } = await addAccount(db)
    return Promise.all([findWorkspace(db, email, 'live'), findWorkspace(db, email, 'test')])
  })
  workspaces = (await Promise.all(accounts)).flat()
})
afterAll(() => database.close())

const create = (workspaceId: number, changes: Values, by = store) => {
  const actor = systemActor({ workspaceId, ownerUuid: randomUUID(), environment: 'live' })
  return by.save(records.matters, actor, { as: 'create', changes })
}

const traceOf = (at: number) => `00-${String(at + 1).padStart(32, '0')}-${'1'.repeat(16)}-01`

async function listenTo(workspaceId: number, kind: string) {
  await db.webhookEndpoint.create({
    data: {
      workspace_id: workspaceId,
      url: 'https://example.com',
      events: [kind],
      secret: new Uint8Array(1),
      created_at: new Date(),
    },
  })
  await db.workspace.update({ where: { id: workspaceId }, data: { subscribed_events: [kind] } })
}

const clocks = () => db.workspace.findMany({ select: { id: true, change_clock: true }, orderBy: { id: 'asc' } })

it('puts what waits for several workspaces into few transactions, each in its own workspace with its own stamp', async () => {
  const saved = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      workspaces.map(async (workspaceId) => {
        const { record } = await create(workspaceId, { title: `${n} of ${workspaceId}` })
        return { id: BigInt(record.values.id), workspace_id: workspaceId, title: record.values['title'] }
      }),
    ).flat(),
  )
  const rows = await db.matter.findMany({ where: { title: { contains: ' of ' } } })
  const byId = <T extends { id: bigint }>(list: readonly T[]) => list.toSorted((a, b) => Number(a.id - b.id))
  const found = rows.map(({ id, workspace_id, title }) => ({ id, workspace_id, title }))
  expect(byId(found)).toEqual(byId(saved))
  for (const of of Map.groupBy(rows, (row) => row.workspace_id).values())
    expect(new Set(of.map(({ updated_at: stamp }) => stamp.getTime())).size).toBe(10)
  const [row] = await db.rows({ count: int })`
    SELECT count(DISTINCT xmin::text)::int AS count FROM matters WHERE title LIKE '% of %'`
  expect(row?.count).toBeLessThan(workspaces.length * 2)
})

it('writes records of several kinds in one workspace, whatever comes together', async () => {
  const [workspaceId = 0] = workspaces
  const actor = systemActor({ workspaceId, ownerUuid: randomUUID(), environment: 'live' })
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, n) => [
      store.save(records.clients, actor, { as: 'create', changes: { company_name: `Client ${n}` } }),
      store.save(records.matters, actor, { as: 'create', changes: { title: `Matter ${n}` } }),
      store.save(records.timeEntries, actor, { as: 'create', changes: { description: `Time ${n}` } }),
    ]).flat(),
  )
  expect(results.map(({ created }) => created)).toEqual(results.map(() => true))
  expect(new Set(results.map(({ record }) => record.values.updated_at)).size).toBe(results.length)
})

it('tells each workspace of its own records only, those that listen, each in its own trace', async () => {
  const parties = await Promise.all(
    workspaces.map(async (workspaceId, at) => {
      const { record } = await create(workspaceId, { title: 'Before', external_id: 'told' })
      // The last of them listens to nothing.
      const listens = at < workspaces.length - 1
      if (listens) await listenTo(workspaceId, 'matter.updated')
      return { workspaceId, id: record.values.id, listens, traceparent: at % 2 === 0 ? traceOf(at) : undefined }
    }),
  )
  await Promise.all(
    parties.map(({ workspaceId, traceparent }) => {
      const actor = systemActor({ workspaceId, ownerUuid: randomUUID(), environment: 'live' })
      const changes = { title: 'After', external_id: 'told' }
      return store.save(records.matters, actor, { as: 'upsert', changes, ...(traceparent && { traceparent }) })
    }),
  )
  const events = await db.rows({
    workspace_id: int,
    id: int,
    before: text,
    traceparent: orNull(text),
    xid: text,
    deliveries: int,
  })`
    SELECT event.workspace_id, (data ->> 'id')::int AS id, previous ->> 'title' AS before, traceparent, xmin::text AS xid,
           (SELECT count(*)::int FROM webhook_deliveries AS delivery WHERE delivery.workspace_id = event.workspace_id
            AND delivery.event_id = event.id AND delivery.created_at = event.created_at) AS deliveries
    FROM events AS event WHERE kind = 'matter.updated' ORDER BY event.workspace_id`
  const listening = parties.filter(({ listens }) => listens).toSorted((a, b) => a.workspaceId - b.workspaceId)
  expect(events).toMatchObject(
    listening.map(({ workspaceId, id, traceparent = null }) => ({
      workspace_id: workspaceId,
      id,
      before: 'Before',
      traceparent,
      deliveries: 1,
    })),
  )
  expect(new Set(events.map((event) => 'xid' in event && event.xid)).size).toBeLessThan(listening.length)
})

it('does not keep the others waiting for a workspace that is held', async () => {
  const [held = 0, ...others] = workspaces
  const [inside, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // By another process.
  const holder = createDb({ url: database.url, poolSize: 1 })
  const holding = write(holder, held, async () => {
    inside.resolve()
    await over.promise
  })
  await inside.promise
  let isDone = false
  const late = create(held, { title: 'Late' }).finally(() => (isDone = true))
  await Promise.all(others.map((workspaceId) => create(workspaceId, { title: 'In time' })))
  expect(isDone).toBe(false)
  over.resolve()
  await holding
  expect((await late).created).toBe(true)
  await holder.$disconnect()
})

it('does what the others want when PostgreSQL refuses one', async () => {
  const [bad, ...good] = workspaces
  const results = await Promise.allSettled([
    create(bad ?? 0, { title: 'With \0 in it' }),
    ...good.map((workspaceId) => create(workspaceId, { title: 'Without' })),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', ...good.map(() => 'fulfilled')])
})

it('does what the others want when one is refused whose statement went out before theirs', async () => {
  const [first = 0, bad = 0, ...good] = workspaces
  const actor = systemActor({ workspaceId: first, ownerUuid: randomUUID(), environment: 'live' })
  const client = await store.save(records.clients, actor, { as: 'create', changes: { company_name: 'Known' } })
  const results = await Promise.allSettled([
    // Its client is looked for first.
    create(first, { title: 'With a client', client_id: client.record.values.id }),
    create(bad, { title: 'With \0 in it, too' }),
    ...good.map((workspaceId) => create(workspaceId, { title: 'Without, too' })),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', ...good.map(() => 'fulfilled')])
})

it('waits for a table that something holds for longer than it waits together', async () => {
  const holder = createDb({ url: database.url, poolSize: 1 })
  const client = await holder.pool.connect()
  await client.query('BEGIN; LOCK TABLE matters IN ACCESS EXCLUSIVE MODE')
  const creating = Promise.allSettled(workspaces.map((workspaceId) => create(workspaceId, { title: 'After the lock' })))
  // Those that waited together have given up, and wait alone.
  await expect
    .poll(async () => {
      const [row] = await db.rows({ count: int })`
        SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = 'matters'::regclass`
      return row?.count
    })
    .toBeGreaterThan(1)
  await client.query('COMMIT')
  client.release()
  expect((await creating).map(({ status }) => status)).toEqual(workspaces.map(() => 'fulfilled'))
  await holder.$disconnect()
})

it('writes once what the others want when the workspace of one is gone', async () => {
  const results = await Promise.allSettled(
    [...workspaces, 999_999].map((workspaceId) => create(workspaceId, { title: 'Beside one that is gone' })),
  )
  expect(results.map(({ status }) => status)).toEqual([...workspaces.map(() => 'fulfilled'), 'rejected'])
  const rows = await db.matter.findMany({
    where: { title: 'Beside one that is gone' },
    orderBy: { workspace_id: 'asc' },
  })
  expect(rows.map((row) => row.workspace_id)).toEqual(workspaces.toSorted((a, b) => a - b))
})

it('refuses those whose external_id another record of their workspace has, and says which, beside those who get theirs', async () => {
  const holders = await Promise.all(
    workspaces.slice(0, 3).map((workspaceId) => create(workspaceId, { title: 'First', external_id: 'taken' })),
  )
  const wanted = workspaces.flatMap((workspaceId, at) => [
    { workspaceId, external_id: 'taken', holder: holders[at] },
    { workspaceId, external_id: `free ${at}`, holder: undefined },
  ])
  const results = await Promise.allSettled(
    wanted.map(({ workspaceId, external_id }) => create(workspaceId, { title: 'Second', external_id })),
  )
  expect(
    results.map((result) =>
      result.status === 'fulfilled'
        ? result.value.record.values['external_id']
        : (result.reason as RefusedError).reasons.facts?.['existing_id'],
    ),
  ).toEqual(wanted.map(({ external_id, holder }) => holder?.record.values.id ?? external_id))
  const [told] = await db.rows({ count: int })`
    SELECT count(*)::int AS count FROM events WHERE kind = 'matter.created' AND data ->> 'title' = 'Second'`
  expect(told?.count).toBe(wanted.length - holders.length)
})

/** A way to the database on which the answer to one COMMIT is lost, and the connection with it: the first since it is armed. */
async function losingCommit(url: string) {
  const { hostname, port } = new URL(url)
  let isArmed = false
  const server = createServer((client) => {
    const postgres = connect(Number(port), hostname)
    let isCut = false
    client.on('data', (chunk) => {
      isCut ||= isArmed && chunk.includes('COMMIT')
      if (isCut) isArmed = false
      postgres.write(chunk)
    })
    postgres.on('data', (chunk) => {
      if (!isCut) client.write(chunk)
      else if (chunk.includes('COMMIT')) client.destroy()
    })
    client.on('close', () => postgres.destroy()).on('error', () => undefined)
    postgres.on('close', () => client.destroy()).on('error', () => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const through = Object.assign(new URL(url), { port: String((server.address() as AddressInfo).port) })
  return { url: through.href, arm: () => (isArmed = true), close: () => server.close() }
}

it('writes nothing again that may have been written, when nobody knows what became of COMMIT', async () => {
  const way = await losingCommit(database.url)
  const far = createDb({ url: way.url })
  const some = workspaces.slice(0, 3)
  const by = recordStore(far)
  await create(some[0] ?? 0, { title: 'Before' }, by)
  way.arm()
  const results = await Promise.allSettled(some.map((workspaceId) => create(workspaceId, { title: 'Once' }, by)))
  expect(results.map(({ status }) => status)).toEqual(some.map(() => 'rejected'))
  const rows = await db.matter.findMany({ where: { title: 'Once' }, orderBy: { workspace_id: 'asc' } })
  expect(rows.map((row) => row.workspace_id)).toEqual(some.toSorted((a, b) => a - b))
  await far.$disconnect()
  way.close()
})

it('moves the clocks of those only where something was written', async () => {
  const [first = 0, ...others] = workspaces
  const before = await clocks()
  await Promise.allSettled([
    create(first, { title: 'Written' }),
    ...others.map((workspaceId) => create(workspaceId, { title: 'Refused', client_id: 999_999 })),
  ])
  const after = await clocks()
  const moved = after.filter(({ change_clock: clock }, at) => clock.getTime() !== before[at]?.change_clock.getTime())
  expect(moved.map(({ id }) => id)).toEqual([first])
})

it('shows followers every write of two processes exactly once, without a deadlock', async () => {
  const processes = [createDb({ url: database.url }), createDb({ url: database.url })]
  const stores = processes.map((each) => recordStore(each))
  const written = new Map(workspaces.map((id) => [id, new Set<string>()]))
  const state = { isOver: false }

  /** Follows the stamps alone. */
  async function follow(workspaceId: number) {
    const [newest] = await db.matter.findMany({
      where: { workspace_id: workspaceId },
      orderBy: { updated_at: 'desc' },
      take: 1,
    })
    let since = newest?.updated_at ?? new Date(0)
    const seen: string[] = []
    for (let isLast = false; ; isLast = state.isOver) {
      const rows = await db.rows({ title: text, updated_at: timestamp })`
        SELECT title, updated_at FROM matters WHERE workspace_id = ${workspaceId} AND updated_at > ${since} ORDER BY updated_at`
      seen.push(...rows.map(({ title }) => title))
      since = rows.at(-1)?.updated_at ?? since
      if (isLast) return seen
    }
  }

  const following = workspaces.map(follow)
  const writers = Array.from({ length: 24 }, async (_, writer) => {
    const by = stores[writer % stores.length]
    for (let n = 0; n < 12; n++) {
      const workspaceId = workspaces[(writer + n) % workspaces.length] ?? 0
      const title = `by ${writer}, ${n}`
      await create(workspaceId, { title }, by)
      written.get(workspaceId)?.add(title)
    }
  })
  await Promise.all(writers).finally(() => (state.isOver = true))
  const seen = await Promise.all(following)
  expect(seen.map((titles) => titles.toSorted())).toEqual(
    workspaces.map((workspaceId) => [...(written.get(workspaceId) ?? [])].toSorted()),
  )
  const [row] = await db.rows({ deadlocks: int })`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`
  expect(row?.deadlocks).toBe(0)
  await Promise.all(processes.map((each) => each.$disconnect()))
})
