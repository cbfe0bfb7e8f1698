import { plannedEachTime } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from './dash-browser.ts'
import type { Browser } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { conditionsOf, plansOf, startRecorder } from './list-plans.ts'
import type { Recorder } from './list-plans.ts'

let api: Api
let key: string
let owner: Browser
let recorder: Recorder

// So many, and pages so short, that PostgreSQL expects a page from a walk that is cheaper than the index of words.
const count = 20_000

beforeAll(async () => {
  api = await startApi()
  const email = await api.account()
  key = await api.key({ email })
  owner = await signIn(api, { email })
  recorder = await startRecorder(api)
  const workspaceId = await findWorkspace(api.db, email, 'live')
  await api.db.run`
    INSERT INTO matters (workspace_id, title, status, words, conflict_names, created_at, updated_at)
    SELECT ${workspaceId}, 'Lease ' || n, 'In Progress', ARRAY['lease', n::text], name_vector(${workspaceId}, 'Lease ' || n, NULL),
           now(), now()
    FROM generate_series(1, ${count}::int) AS n`
  await api.db.$executeRawUnsafe('VACUUM ANALYZE matters')
})
afterAll(async () => {
  await recorder.close()
  await api.close()
})

/** The conditions on indexes by which matters are found. */
async function indexesOf(path: string, as: string | Browser): Promise<string> {
  const statements = await recorder.statementsOf('matters', path, as)
  const plans = await Promise.all(statements.map(async (statement) => (await plansOf(api.db, statement))[0]))
  return plans.map(conditionsOf).join(' ')
}

const searched = (q: string) => indexesOf(`/matters?limit=1&q=${q}`, key)

/** The same for what could conflict with a new lead of this name. */
async function checked(name: string): Promise<string> {
  const { body } = await api.call('POST', '/leads', { key, body: { leadData: { first_name: name } } })
  return indexesOf(`/lead-board/${(body['lead'] as { lead_id: string }).lead_id}/conflicts`, owner)
}

it('finds a word of one record by the index of words, where a page of common ones is a walk', async () => {
  const last = await api.call('GET', `/matters?limit=1&q=${count}`, { key })
  expect(last.rows.map(({ title }) => title)).toEqual([`Lease ${count}`])
  expect(await searched(String(count))).toContain('words @>')
  expect(await searched(`lease+${count}`)).toContain('words @>')
  expect(await searched('lease')).not.toContain('words')
})

it('finds what could conflict with a rare name by the index of names, and with one that all have by a walk', async () => {
  expect(await checked(String(count))).toContain('conflict_names')
  expect(await checked('Lease')).not.toContain('conflict_names')
})

it('answers what is after a moment in another order by a plan of that moment', async () => {
  for (const query of ['created_since=2026-01-01T00:00:00Z', 'updated_since=2026-01-01T00:00:00Z&sort=id']) {
    const [statement] = await recorder.statementsOf('matters', `/matters?${query}`, key)
    expect(statement?.text).toContain(plannedEachTime.sql)
  }
})
