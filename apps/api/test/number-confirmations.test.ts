import { transaction } from '@matterbase/db'
import { askForNumbers, findWorkspaceOf, raiseMatterCounts } from '@matterbase/domain'
import { createInvoice } from '@matterbase/domain/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

// A backup does not know the numbers that were given out after it was made.

let api: Api
let owner: Member

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  owner = await signedInAs(api)
})

const fee = { description: 'Fee', net: 100 }
const year = new Date().getUTCFullYear()

async function draft(member = owner) {
  const reply = await member.call('POST', '/invoices', { body: { lines: [fee] } })
  expect(reply.status, reply.text).toBe(201)
  return Number(reply.body.data['invoice_id'])
}
const issue = (id: number, body: object = {}, member = owner) => member.call('POST', `/invoices/${id}/issue`, { body })
async function issued(body: object = {}, member = owner) {
  const reply = await issue(await draft(member), body, member)
  expect(reply.status, reply.text).toBe(200)
  return String(reply.body.data['invoice_number'])
}
const credit = (id: number) => owner.call('POST', `/invoices/${id}/credit-notes`, { body: {} })

async function issuedId() {
  const id = await draft()
  expect((await issue(id)).status).toBe(200)
  return id
}

const restored = () => transaction(api.db, (sql) => askForNumbers(sql, new Map()))
const unconfirmed = async (member = owner) => (await member.call('GET', '/number-confirmations')).body.data
const confirm = (kind: string, number: string, member = owner) =>
  member.call('POST', '/number-confirmations', { body: { kind, number } })
const refusal = ({ status, body }: Awaited<ReturnType<typeof issue>>) => [status, body.code]

it('no invoice and no credit note gets a number until an owner has confirmed the next one', async () => {
  const credited = await issuedId()
  await restored()
  const id = await draft()
  for (const reply of [
    await issue(id),
    await issue(id, { invoice_number: 'A-1' }),
    await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'paid' } }),
    await owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'sent' } }),
    await credit(credited),
  ])
    expect(refusal(reply)).toEqual([409, 'confirm_number'])
  expect(await unconfirmed()).toMatchObject([
    { kind: 'invoice', last: `INV-${year}-0001`, proposal: `INV-${year}-0102` },
    { kind: 'credit_note', last: null, proposal: `CN-${year}-0101` },
  ])
  expect((await confirm('invoice', ` INV-${year}-0044 `)).body.data).toEqual({ number: `INV-${year}-0044` })
  expect((await owner.call('GET', '/invoices/next-number')).body['invoice_number']).toBe(`INV-${year}-0044`)
  expect((await issue(id)).body.data['invoice_number']).toBe(`INV-${year}-0044`)
  expect(await issued()).toBe(`INV-${year}-0045`)
  expect(refusal(await credit(credited))).toEqual([409, 'confirm_number'])
  expect((await confirm('credit_note', 'CN-9')).status).toBe(200)
  expect((await credit(credited)).body.data).toMatchObject({ number: 'CN-9' })
  expect(await unconfirmed()).toEqual([])
})

it('a draft with a number from the command line waits for the confirmation too, and keeps its number', async () => {
  await restored()
  const workspace = await findWorkspaceOf(api.db, owner.account, 'live')
  const create = (invoice: Parameters<typeof createInvoice>[2]) => createInvoice(api.db, workspace.workspaceId, invoice)
  await expect(create({ number: 'C-1', status: 'sent', total: 1 })).rejects.toMatchObject({ code: 'confirm_number' })
  const { invoice_id: id } = JSON.parse(await create({ number: 'C-2', total: 1 })) as { invoice_id: number }
  expect(refusal(await issue(id))).toEqual([409, 'confirm_number'])
  expect((await confirm('invoice', 'A-1')).status).toBe(200)
  expect((await issue(id)).body.data['invoice_number']).toBe('C-2')
  expect(await issued()).toBe('A-1')
})

it('test workspaces go on', async () => {
  await restored()
  const reply = await owner.call('POST', '/invoices', { body: { lines: [fee] }, environment: 'test' })
  const path = `/invoices/${String(reply.body.data['invoice_id'])}/issue`
  expect((await owner.call('POST', path, { body: {}, environment: 'test' })).status).toBe(200)
})

it('only owners confirm, others see what is missing', async () => {
  const lawyer = await signedInAs(api, 'lawyer', owner.account)
  await restored()
  expect(await unconfirmed(lawyer)).toHaveLength(2)
  expect((await confirm('invoice', 'A-1', lawyer)).status).toBe(403)
  expect((await confirm('invoice', 'A-1')).status).toBe(200)
  expect(await issued({}, lawyer)).toBe('A-1')
})

it('refuses a number that is taken, that drafts have or that has control characters', async () => {
  const number = await issued()
  await restored()
  for (const [wrong, code] of [
    [number, 'taken'],
    ['draft-7', 'reserved'],
    ['A\u0007', 'invalid_characters'],
  ] as const) {
    const { status, body } = await confirm('invoice', wrong)
    expect([status, body['details']], wrong).toMatchObject([400, [{ field: 'number', code }]])
  }
  expect(await unconfirmed()).toHaveLength(2)
})

it('of two owners at the same time one confirms, and the other is told which number', async () => {
  await restored()
  const numbers = ['A-1', 'B-1', 'C-1', 'D-1']
  const replies = await Promise.all(numbers.map((number) => confirm('invoice', number)))
  const won = replies.findIndex(({ status }) => status === 200)
  const number = numbers[won] ?? ''
  expect(replies.filter((_reply, at) => at !== won).map(({ status, body }) => [status, body.code, body.error])).toEqual(
    Array.from({ length: 3 }, () => [
      409,
      'conflict',
      `The next invoice number is already confirmed. It is ${number}.`,
    ]),
  )
  // The same number again, such as after a lost answer, is fine and notes nothing more.
  expect((await confirm('invoice', number)).status).toBe(200)
  const account = await api.db.account.findFirstOrThrow({ where: { email: owner.account } })
  const where = { action: 'number.confirmed', owner_uuid: account.owner_uuid }
  expect(await api.db.auditEntry.findMany({ where })).toMatchObject([{ target: number, details: { kind: 'invoice' } }])
  expect(await issued()).toBe(number)
})

it('of invoices that are issued while it is confirmed, one gets the number and no number comes twice', async () => {
  await restored()
  const drafts = await Promise.all(Array.from({ length: 8 }, () => draft()))
  const [confirmed, ...replies] = await Promise.all([confirm('invoice', 'A-5'), ...drafts.map((id) => issue(id))])
  expect(confirmed?.status).toBe(200)
  for (const reply of replies) if (reply.status !== 200) expect(refusal(reply)).toEqual([409, 'confirm_number'])
  const left = await Promise.all(drafts.map((id) => issue(id)))
  const numbers = [...replies, ...left].flatMap(({ status, body }) =>
    status === 200 ? [String(body.data['invoice_number'])] : [],
  )
  expect(numbers.toSorted()).toEqual(['A-10', 'A-11', 'A-12', 'A-5', 'A-6', 'A-7', 'A-8', 'A-9'])
})

it('a number that was typed in its place counts on from there', async () => {
  await restored()
  expect((await confirm('invoice', 'A-50')).status).toBe(200)
  expect(await issued({ invoice_number: 'B-7' })).toBe('B-7')
  expect(await issued()).toBe('B-8')
})

it('an invoice of another year leaves the confirmed number to those of its year', async () => {
  await issued({ invoice_number: `S-${year}-0003`, issue_date: `${year}-01-02` })
  await restored()
  expect(await unconfirmed()).toMatchObject([{ proposal: `S-${year}-0104` }, {}])
  expect((await confirm('invoice', `S-${year}-0030`)).status).toBe(200)
  expect(await issued({ issue_date: `${year + 1}-01-02` })).toBe(`S-${year + 1}-0001`)
  expect(await issued({ issue_date: `${year}-12-31` })).toBe(`S-${year}-0030`)
  expect(await issued({ issue_date: `${year}-12-31` })).toBe(`S-${year}-0031`)
})

it('a confirmed number that was given to another invoice since is skipped', async () => {
  await restored()
  expect((await confirm('invoice', 'A-1')).status).toBe(200)
  await api.db.run`UPDATE invoices SET invoice_number = 'A-1' WHERE invoice_id = ${await draft()}`
  expect(await issued()).toBe('A-2')
})

it('a second restore asks again', async () => {
  await restored()
  expect((await confirm('invoice', 'A-1')).status).toBe(200)
  await restored()
  expect(refusal(await issue(await draft()))).toEqual([409, 'confirm_number'])
})

it.each([
  ['{yyyy}-{seq:4}', [`${year}-0001`, `${year}-0002`], `${year}-0103`],
  ['M/{seq}', ['M/1', 'M/2'], 'M/103'],
  ['{client}-{seq:2}', ['0-01', '0-02'], '0-103'],
])('counts of matters that follow %s jump', async (pattern, before, after) => {
  expect((await owner.call('PUT', '/matter-numbers', { body: { pattern } })).status).toBe(200)
  const open = async (body: object = {}) =>
    (await owner.call('POST', '/matters', { body: { title: 'One', ...body } })).body.data['number']
  expect([await open(), await open()]).toEqual(before)
  await transaction(api.db, (sql) => raiseMatterCounts(sql, 100))
  expect(await open()).toBe(after)
})

it('a count that the backup lacks begins after the numbers that its pattern could have made, with the gap', async () => {
  const { id } = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data
  const open = async (body: object) => {
    const reply = await owner.call('POST', '/matters', { body: { title: 'One', ...body } })
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data['number']
  }
  await open({ client_id: id, number: `${id}-07` })
  expect((await owner.call('PUT', '/matter-numbers', { body: { pattern: '{client}-{seq:2}' } })).status).toBe(200)
  await transaction(api.db, (sql) => raiseMatterCounts(sql, 100))
  expect([await open({ client_id: id }), await open({})]).toEqual([`${id}-108`, '0-101'])
})
