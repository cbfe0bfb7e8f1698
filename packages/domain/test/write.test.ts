import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDb, text, timestamp, transaction } from '@matterbase/db'
import { findWorkspace, write } from '@matterbase/domain'
import { addAccount } from '@matterbase/domain/testing'
import type { Sql } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDb, TestDatabase } from '@matterbase/db/testing'

let database: TestDatabase
let db: TestDb
let workspaceId: number

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.close())
beforeEach(async () => {
  const { email } = await addAccount(db)
  workspaceId = await findWorkspace(db, email, 'live')
})

const insert = (sql: Sql, title: string, stamp: Date) => sql.run`
  INSERT INTO matters (workspace_id, title, status, created_at, updated_at) VALUES (${workspaceId}, ${title}, 'On Hold', ${stamp}, ${stamp})`

const readSince = async (since: Date) => db.rows({ title: text, updated_at: timestamp })`
  SELECT title, updated_at FROM matters WHERE workspace_id = ${workspaceId} AND updated_at > ${since} ORDER BY updated_at`

/** Follows the workspace as an integrator does: the next page is what is newer than the newest seen. */
async function follow(isOver: () => boolean) {
  const seen: string[] = []
  let since = new Date(0)
  for (let last = false; ; last = isOver()) {
    const rows = await readSince(since)
    seen.push(...rows.map(({ title }) => title))
    since = rows.at(-1)?.updated_at ?? since
    if (last) return seen
  }
}

describe('write', () => {
  it('hands out whole milliseconds that strictly increase, within a transaction and from one to the next', async () => {
    const stamps: number[] = []
    for (let round = 0; round < 3; round++)
      await write(
        db,
        workspaceId,
        async ({ stamp }) => void stamps.push(...Array.from({ length: 50 }, () => stamp().getTime())),
      )
    expect(stamps.every((stamp, index) => Number.isInteger(stamp) && stamp > (stamps[index - 1] ?? 0))).toBe(true)
  })

  it('stays ahead of a clock that was set back', async () => {
    const future = new Date('2100-01-01T00:00:00.000Z')
    await db.workspace.update({ where: { id: workspaceId }, data: { change_clock: future } })
    const stamp = await write(db, workspaceId, async (tx) => tx.stamp())
    expect(stamp.toISOString()).toBe('2100-01-01T00:00:00.001Z')
  })

  it('leaves nothing, not even a moved clock, of work that throws', async () => {
    const before = await db.workspace.findUnique({ where: { id: workspaceId } })
    const work = write(db, workspaceId, async (tx) => {
      await insert(tx.sql, 'lost', tx.stamp())
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await readSince(new Date(0))).toEqual([])
    expect(await db.workspace.findUnique({ where: { id: workspaceId } })).toEqual(before)
  })

  it('returns what its work returns', async () => {
    const inserted = await write(db, workspaceId, (tx) => insert(tx.sql, 'kept', tx.stamp()))
    expect(inserted).toBe(1)
    expect((await readSince(new Date(0))).map(({ title }) => title)).toEqual(['kept'])
  })

  it('leaves nothing of its statements when one of them fails', async () => {
    const before = await db.workspace.findUnique({ where: { id: workspaceId } })
    const work = write(db, workspaceId, (tx) =>
      Promise.all([insert(tx.sql, 'lost', tx.stamp()), insert(tx.sql, 'no text\0', tx.stamp())]),
    )
    await expect(work).rejects.toMatchObject({ code: '22021' })
    expect(await readSince(new Date(0))).toEqual([])
    expect(await db.workspace.findUnique({ where: { id: workspaceId } })).toEqual(before)
  })

  it('refuses a workspace that is not there', async () => {
    await expect(write(db, 2_000_000, async () => undefined)).rejects.toThrow('Workspace 2000000 does not exist')
  })

  it('gives every row of concurrent writers its own stamp, and a follower all of them exactly once', async () => {
    const writers = createDb({ url: database.url, poolSize: 8 })
    const titles = Array.from({ length: 120 }, (_, index) => `matter ${index}`)
    let over = false
    const following = follow(() => over)
    await Promise.all(
      titles.map((title) => write(writers, workspaceId, async (tx) => insert(tx.sql, title, tx.stamp()))),
    )
    over = true
    const seen = await following
    expect(seen.toSorted()).toEqual(titles.toSorted())
    const stamps = (await readSince(new Date(0))).map(({ updated_at }) => updated_at.getTime())
    expect(new Set(stamps).size).toBe(titles.length)
    await writers.$disconnect()
  })

  it('does what stamps of now() do not: with those, a slow transaction is never seen', async () => {
    const now = async (sql: Sql) => (await sql.rows({ now: timestamp })`SELECT now()`)[0]?.now ?? new Date(0)
    let since = new Date(0)
    await transaction(db, async (slow) => {
      await insert(slow, 'slow', await now(slow))
      await transaction(db, async (fast) => insert(fast, 'fast', new Date((await now(fast)).getTime() + 1)))
      since = (await readSince(since)).at(-1)?.updated_at ?? since
    })
    expect((await readSince(since)).map(({ title }) => title)).toEqual([])
    expect((await readSince(new Date(0))).map(({ title }) => title)).toEqual(['slow', 'fast'])
  })
})
