import { randomUUID } from 'node:crypto'
import { findWorkspace, setAccountLimits } from '@matterbase/domain'
import { createInvoice } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi({ canMail: true })
})
afterAll(() => api.close())

/** A sent invoice of a client with an email address. */
async function invoiceOf(owner: Member) {
  const client = await owner.call('POST', '/clients', { body: { company_name: 'C', email: 'Client@example.com' } })
  const workspaceId = await findWorkspace(api.db, owner.account, 'live')
  const more = { number: randomUUID(), total: 12, status: 'sent' as const, clientId: client.body.data['id'] }
  const { invoice_id: id } = JSON.parse(await createInvoice(api.db, workspaceId, more)) as { invoice_id: number }
  return id
}

const send = (who: Member, id: number, recipients: readonly string[] = ['client@example.com'], key = randomUUID()) =>
  who.call('POST', `/invoices/${id}/mails`, {
    body: { key, recipients, subject: 'Invoice', message: 'Hello', attach_pdf: false },
  })

const queued = (id: number) => api.db.mail.count({ where: { invoice_id: id } })

it('refuses the email after those of a day, with how many and when to try again', async () => {
  const owner = await signedInAs(api)
  await setAccountLimits(api.db, owner.account, { maxMailsPerDay: 5 })
  const id = await invoiceOf(owner)
  const key = randomUUID()
  expect((await send(owner, id, ['a@example.com', 'b@example.com', 'c@example.com'], key)).status).toBe(201)
  // A repeat is not another email.
  expect((await send(owner, id, ['a@example.com', 'b@example.com', 'c@example.com'], key)).status).toBe(201)
  const tooMany = await send(owner, id, ['a@example.com', 'b@example.com', 'c@example.com'])
  expect([tooMany.status, tooMany.body.code]).toEqual([429, 'rate_limited'])
  expect(tooMany.body).toMatchObject({ limit: 5, used: 3 })
  expect(tooMany.body.error).toBe(
    'This account has sent 3 of the 5 emails that it can send in 24 hours, and this message has 3. Each recipient counts. Send it later, or ask the operator of this server for a higher limit.',
  )
  const seconds = Number(tooMany.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(24 * 3_600)
  expect(seconds).toBeLessThanOrEqual(25 * 3_600)
  expect((await send(owner, id, ['a@example.com', 'b@example.com'])).status).toBe(201)
  expect((await send(owner, id)).status).toBe(429)
  expect(await queued(id)).toBe(2)
  await api.db.run`UPDATE mail_counts SET hour = hour - interval '25 hours'`
  expect((await send(owner, id)).status).toBe(201)
})

it('counts emails of both workspaces exactly, however many are sent at the same time', async () => {
  const owner = await signedInAs(api)
  await setAccountLimits(api.db, owner.account, { maxMailsPerDay: 4 })
  const ids = await Promise.all([invoiceOf(owner), invoiceOf(owner), invoiceOf(owner)])
  const replies = await Promise.all(ids.flatMap((id) => [send(owner, id), send(owner, id), send(owner, id)]))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 429, 429, 429, 429, 429])
})

it('refuses the eleventh message about an invoice within an hour', async () => {
  const owner = await signedInAs(api)
  const [id, other] = [await invoiceOf(owner), await invoiceOf(owner)]
  for (let count = 0; count < 10; count++) expect((await send(owner, id)).status).toBe(201)
  const eleventh = await send(owner, id)
  expect([eleventh.status, eleventh.body.code]).toEqual([429, 'rate_limited'])
  expect(eleventh.body).toMatchObject({
    limit: 10,
    used: 10,
    error: expect.stringContaining('10 times within an hour'),
  })
  expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(3_000)
  expect((await send(owner, other)).status).toBe(201)
  await api.db.run`UPDATE mails SET created_at = created_at - interval '1 hour' WHERE invoice_id = ${id}`
  expect((await send(owner, id)).status).toBe(201)
})

it('asks a lawyer for the password before an invoice goes to addresses that its client does not have', async () => {
  const owner = await signedInAs(api)
  const lawyer = await signedInAs(api, 'lawyer', owner.account)
  const id = await invoiceOf(owner)
  await api.db.run`UPDATE sessions SET authenticated_at = now() - interval '1 day'`
  expect((await send(lawyer, id)).status).toBe(201)
  const elsewhere = await send(lawyer, id, ['client@example.com', 'stranger@example.com'])
  expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'password_needed'])
  expect((await send(owner, id, ['stranger@example.com'])).status).toBe(201)
  await api.db.run`UPDATE sessions SET authenticated_at = now()`
  expect((await send(lawyer, id, ['stranger@example.com'])).status).toBe(201)
})
