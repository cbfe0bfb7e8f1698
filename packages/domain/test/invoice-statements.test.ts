import { createDb } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { createInvoice, issueInvoice, setInvoiceStatus, write } from '@matterbase/domain'
import type { Actor, Tx } from '@matterbase/domain'
import { recordPayment, removePayment, writeOff } from '@matterbase/domain/payments'
import { addActor } from '@matterbase/domain/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

let database: TestDatabase
let db: Db
let actor: Actor
let statements: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb({
    url: database.url,
    inspect(statement) {
      statements.push(statement.text.replaceAll(/\s+/g, ' ').trim())
      return database.inspect(statement)
    },
  })
})
afterAll(async () => {
  await db.$disconnect()
  await database.close()
})

beforeEach(async () => {
  actor = await addActor(database.db)
  await database.db
    .run`UPDATE workspaces SET subscribed_events = ${['invoice.updated']}::text[] WHERE id = ${actor.workspaceId}`
})

const doing = <T>(work: (tx: Tx) => Promise<T>) => write(db, actor.workspaceId, work)

async function addDraft(unitPrice = 100) {
  const lines = [{ description: 'Advice', quantity: 2, unit_price: unitPrice }]
  const { json } = await doing((tx) => createInvoice(tx, actor, { lines }))
  return (JSON.parse(json) as { invoice_id: number }).invoice_id
}

async function addIssued() {
  const id = await addDraft()
  await doing((tx) => issueInvoice(tx, actor, { id }))
  return id
}

/** Without its subqueries and the arguments of its functions. */
function outerOf(text: string): string {
  const outer = text.replaceAll(/\([^()]*\)/g, '')
  return outer === text ? outer : outerOf(outer)
}

/** How many statements of the work read a row of `invoices`, how many write one, and how many there are. */
async function counted(work: (tx: Tx) => Promise<unknown>) {
  statements = []
  await doing(work)
  const writes = statements.filter((text) => text.includes('UPDATE invoices SET'))
  const reads = statements.filter((text) => !writes.includes(text) && outerOf(text).includes('FROM invoices'))
  return { reads: reads.length, writes: writes.length, all: statements.length }
}

it.each([
  ['sent', 16],
  ['paid', 17],
] as const)('reads a draft once and writes it once when it is issued as %s', async (status, all) => {
  const id = await addDraft(status === 'paid' ? 0 : 100)
  expect(await counted((tx) => issueInvoice(tx, actor, { id }))).toEqual({ reads: 1, writes: 1, all })
})

it.each(['sent', 'cancelled'] as const)(
  'reads and writes an invoice once when its status becomes %s',
  async (status) => {
    const id = status === 'sent' ? await addDraft() : await addIssued()
    expect(await counted((tx) => setInvoiceStatus(tx, actor, { id, status }))).toMatchObject({ reads: 1, writes: 1 })
  },
)

it('writes an invoice once for a payment, for its reversal and for a write-off', async () => {
  const id = await addIssued()
  const payment = { key: crypto.randomUUID(), client_id: null, amount: 200, paid_on: '2026-03-14' }
  const allocations = [{ invoice_id: id, amount: 200 }]
  let paymentId = 0
  const paid = await counted(async (tx) => {
    paymentId = (await recordPayment(tx, actor, { ...payment, allocations })).id
  })
  expect(paid.writes).toBe(1)
  expect(await counted((tx) => removePayment(tx, actor, paymentId))).toMatchObject({ reads: 0, writes: 1 })
  expect(await counted((tx) => writeOff(tx, actor, { id }))).toMatchObject({ reads: 1, writes: 1 })
})
