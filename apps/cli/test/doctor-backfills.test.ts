import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { findWorkspace, noteWorkToCheck } from '@matterbase/domain'
import { addAccount } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runHere } from './matterbase.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

interface Finding {
  readonly check: string
  readonly level: string
  readonly found: string
}

async function findings() {
  const { stdout } = await runHere(['doctor', '--json'], { DATABASE_URL: database.url })
  const { findings: all } = JSON.parse(stdout) as { findings: Finding[] }
  return all.filter(({ check }) => check === 'backfills').map(({ level, found }) => `${level}: ${found}`)
}

const done = 'ok: no records of an earlier version have to be filled'

it('shows how many records of an earlier version are filled, and the work that people have to check', async () => {
  expect(await findings()).toEqual([done])
  const { db } = database
  const { email } = await addAccount(db)
  const workspaceId = await findWorkspace(db, email, 'live')
  const base = { workspace_id: workspaceId, created_at: new Date(), updated_at: new Date() }
  for (const [place, net] of [null, null, 1].entries())
    await db.invoice.create({
      data: { ...base, invoice_number: String(place), total_amount: 1, status: 'sent', net_amount: net },
    })
  const client = { ...base, company_name: 'Hale', status: 'active', words: [] }
  const [hale, roe] = [await db.client.create({ data: client }), await db.client.create({ data: client })]
  const matter = { ...base, title: 'Hale', status: 'In Progress', client_id: hale.id, words: [] }
  const { id: matterId } = await db.matter.create({ data: matter })
  const work = { ...base, case_id: matterId, client_id: roe.id, status: 'pending', is_billable: true, words: [] }
  await db.timeEntry.create({ data: work })
  await db.expense.create({ data: { ...work, kind: 'hard' } })
  await db.expense.create({ data: { ...work, kind: 'hard' } })
  await noteWorkToCheck(db)
  expect(await findings()).toEqual([
    'warning: Filling records of an earlier version: 1 of 3 done (content of invoices)',
    'warning: Filling records of an earlier version: 0 of 3 done (names for conflict checks)',
    'warning: 1 time entry and 2 expenses of an earlier version to check: another client than the matter, or already on an invoice',
  ])
})
