import { plannedEachTime } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { conditionsOf, plansOf, startRecorder } from './list-plans.ts'
import type { Recorder } from './list-plans.ts'

let api: Api
let key: string
let recorder: Recorder

// So many, and pages so short, that PostgreSQL expects a page from a walk that is cheaper than the index of words.
const count = 20_000

beforeAll(async () => {
  api = await startApi()
  const email = await api.account()
  key = await api.key({ email })
  recorder = await startRecorder(api)
  const workspaceId = await findWorkspace(api.db, email, 'live')
  await api.db.$executeRaw`
    INSERT INTO matters (workspace_id, title, status, words, created_at, updated_at)
    SELECT ${workspaceId}, 'Lease ' || n, 'In Progress', ARRAY['lease', n::text], now(), now() FROM generate_series(1, ${count}::int) AS n`
  await api.db.$executeRawUnsafe('VACUUM ANALYZE matters')
})
afterAll(async () => {
  await recorder.close()
  await api.close()
})

/** The conditions on indexes by which the pages of a search are found. */
async function indexesOf(q: string): Promise<string> {
  const statements = await recorder.statementsOf('matters', `/matters?limit=1&q=${q}`, key)
  const plans = await Promise.all(statements.map(async (statement) => (await plansOf(api.db, statement))[0]))
  return plans.map(conditionsOf).join(' ')
}

it('finds a word of one record by the index of words, where a page of common ones is a walk', async () => {
  const last = await api.call('GET', `/matters?limit=1&q=${count}`, { key })
  expect(last.rows.map(({ title }) => title)).toEqual([`Lease ${count}`])
  expect(await indexesOf(String(count))).toContain('words @>')
  expect(await indexesOf(`lease+${count}`)).toContain('words @>')
  expect(await indexesOf('lease')).not.toContain('words')
})

it('answers what is after a moment in another order by a plan of that moment', async () => {
  for (const query of ['created_since=2026-01-01T00:00:00Z', 'updated_since=2026-01-01T00:00:00Z&sort=id']) {
    const [statement] = await recorder.statementsOf('matters', `/matters?${query}`, key)
    expect(statement?.text).toContain(plannedEachTime.sql)
  }
})
