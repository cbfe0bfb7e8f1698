import { randomUUID } from 'node:crypto'
import { noDependents } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

async function firm() {
  const owner = await signedInAs(api)
  const key = await api.key({ email: owner.account })
  const post = async (path: string, body: object) => (await owner.call('POST', path, { body })).body.data
  const clientId = (await post('/clients', { company_name: 'Hale' })).id
  const caseId = (await post('/matters', { title: 'Hale v. Roe', client_id: clientId })).id
  const draft = async () => {
    const lines = [{ description: 'Fee', net: 10 }]
    const made = await post('/invoices', { client_user_id: clientId, case_id: caseId, lines })
    return Number(made['invoice_id'])
  }
  const issue = (id: number) => owner.call('POST', `/invoices/${id}/issue`, { body: {} })
  const pay = (amount: number) =>
    owner.call('POST', '/payments', {
      body: { key: randomUUID(), client_id: clientId, amount, paid_on: '2026-04-01' },
    })
  /** The refusal of every way to delete a record: what it says, and what it counts. */
  const refusals = async (path: 'clients' | 'matters', id: number) => {
    const found = []
    for (const query of ['', '?force=true']) {
      const single = await api.call('DELETE', `/${path}/${id}${query}`, { key })
      const bulk = await api.call('DELETE', `/${path}/bulk${query}`, { key, body: { ids: [id] } })
      const dash = await owner.call('DELETE', `/${path}/${id}${query}`)
      const many = await owner.call('POST', `/${path}/bulk-delete${query || '?force=false'}`, { body: { ids: [id] } })
      expect([single.status, dash.status]).toEqual([409, 409])
      const [ofBulk, ofMany] = [bulk.body['results'], many.body['results']].map(
        (results) => (results as Record<string, unknown>[])[0],
      )
      expect(ofBulk).toMatchObject({ status: 409 })
      found.push(single.body, ofBulk, dash.body, ofMany)
    }
    const seen = new Set(found.map((one) => JSON.stringify([one?.['code'], one?.['error'], one?.['dependents']])))
    expect([...seen]).toHaveLength(1)
    return JSON.parse([...seen][0] ?? '') as unknown
  }
  return { owner, key, clientId, caseId, draft, issue, pay, refusals }
}

describe('a client or matter that the books name', () => {
  it('is not deleted by anyone, in any way, and the refusal counts what names it', async () => {
    const { owner, clientId, caseId, draft, issue, pay, refusals } = await firm()
    const id = await draft()
    await issue(id)
    await draft()
    await pay(30)
    await pay(1)
    await owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line: 0, net: 1 }] } })
    expect(await refusals('clients', clientId)).toEqual([
      'has_dependents',
      '1 invoice, 1 draft invoice, 2 payments and 1 credit note name this client, so you cannot delete the client, not even with `force`. Set its status to `inactive` instead.',
      { ...noDependents, matters: 1, invoices: 2, payments: 2, credit_notes: 1 },
    ])
    expect(await refusals('matters', caseId)).toEqual([
      'has_dependents',
      '1 invoice and 1 draft invoice name this matter, so you cannot delete the matter, not even with `force`. Set its status to `Case Closed` instead.',
      { ...noDependents, invoices: 2 },
    ])
    expect((await owner.call('GET', `/matters/${caseId}`)).body.data['client_id']).toBe(clientId)
  })

  it('can be deleted after the drafts that name it', async () => {
    const { owner, clientId, caseId, draft, refusals } = await firm()
    const id = await draft()
    const [, ofClient] = (await refusals('clients', clientId)) as string[]
    expect(ofClient).toBe('1 draft invoice names this client. Delete the draft first.')
    const [, ofMatter] = (await refusals('matters', caseId)) as string[]
    expect(ofMatter).toBe('1 draft invoice names this matter. Delete the draft first.')
    await owner.call('DELETE', `/invoices/${id}`)
    expect((await owner.call('DELETE', `/matters/${caseId}`)).status).toBe(200)
    expect((await owner.call('DELETE', `/clients/${clientId}`)).status).toBe(200)
  })

  it('stays for a payment alone, until that is taken back', async () => {
    const { owner, key, clientId, caseId, pay, refusals } = await firm()
    const payment = (await pay(40)).body.data
    expect(await refusals('clients', clientId)).toMatchObject(['has_dependents', expect.anything(), { payments: 1 }])
    expect((await api.call('DELETE', `/matters/${caseId}`, { key })).status).toBe(200)
    await owner.call('DELETE', `/payments/${payment.id}`)
    expect((await api.call('DELETE', `/clients/${clientId}`, { key })).status).toBe(200)
  })
})
