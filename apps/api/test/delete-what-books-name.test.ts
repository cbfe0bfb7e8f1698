import { randomUUID } from 'node:crypto'
import { noDependents } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

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

describe('a client or matter that documents name', () => {
  async function withDocuments() {
    const made = await firm()
    const { owner, key, clientId, caseId } = made
    const letter = {
      title: 'Engagement letter',
      signer_name: 'Jane Doe',
      signer_email: 'jane@example.com',
      text: 'Fees',
    }
    const document = async (of: object) =>
      Number((await owner.call('POST', '/documents', { body: { ...letter, ...of } })).body.data['document_id'])
    const sent = await document({ case_id: caseId, client_id: clientId })
    const read = async (id: number) =>
      (await api.call('GET', `/documents/${id}?expand=case,client`, { key })).body.data as Record<string, unknown>
    return { ...made, document, sent, read }
  }

  it('is kept for a signed one, by everyone and in every way', async () => {
    const { clientId, caseId, document, sent, read, refusals } = await withDocuments()
    const signed = await document({ case_id: caseId, client_id: clientId })
    await api.db.document.updateMany({
      where: { document_id: signed },
      data: { status: 'signed', signed_at: new Date() },
    })
    expect(await refusals('matters', caseId)).toEqual([
      'has_dependents',
      '1 signed document names this matter, so you cannot delete the matter, not even with `force`. Set its status to `Case Closed` instead.',
      { ...noDependents, documents: 1, signed_documents: 1 },
    ])
    expect(await refusals('clients', clientId)).toEqual([
      'has_dependents',
      '1 signed document names this client, so you cannot delete the client, not even with `force`. Set its status to `inactive` instead.',
      { ...noDependents, matters: 1, documents: 1, signed_documents: 1 },
    ])
    for (const id of [sent, signed])
      expect(await read(id)).toMatchObject({ case: { id: caseId }, client: { id: clientId } })
  })

  it.each(['single', 'bulk', 'dashboard', 'dashboard, many'])(
    'is deleted by %s only with force, which unlinks those that are not signed',
    async (how) => {
      const { owner, key, caseId, clientId, document, sent, read } = await withDocuments()
      const declined = await document({ case_id: caseId })
      const elsewhere = await document({ client_id: clientId })
      await api.db.document.updateMany({ where: { document_id: declined }, data: { status: 'declined' } })
      const remove = (query: string) => {
        const ways: Readonly<Record<string, () => Promise<Reply>>> = {
          single: () => api.call('DELETE', `/matters/${caseId}${query}`, { key }),
          bulk: () => api.call('DELETE', `/matters/bulk${query}`, { key, body: { ids: [caseId] } }),
          dashboard: () => owner.call('DELETE', `/matters/${caseId}${query}`),
          'dashboard, many': () =>
            owner.call('POST', `/matters/bulk-delete${query || '?force=false'}`, { body: { ids: [caseId] } }),
        }
        return ways[how]?.()
      }
      const refused = await remove('')
      const [first = refused?.body] = (refused?.body['results'] ?? []) as Record<string, unknown>[]
      expect([first?.['error'], first?.['dependents']]).toEqual([
        '2 documents refer to this matter. Delete them first, or delete the matter with ?force=true to unlink them.',
        { ...noDependents, documents: 2 },
      ])
      const { data } = (await api.call('GET', '/documents?sort=-updated_at&limit=1', { key })).body as unknown as {
        data: { updated_at: string }[]
      }
      const since = data[0]?.updated_at ?? ''
      expect((await remove('?force=true'))?.status).toBe(200)
      expect((await api.call('GET', `/matters/${caseId}`, { key })).status).toBe(404)
      expect(await read(sent)).toMatchObject({ case_id: null, case: null, client_id: clientId })
      expect(await read(declined)).toMatchObject({ case_id: null, case: null })
      const changed = (await api.call('GET', `/documents?updated_since=${since}`, { key })).body as unknown as {
        data: { id: number; updated_at: string }[]
      }
      expect(changed.data.map(({ id }) => id)).toEqual([sent, declined])
      expect(new Set(changed.data.map(({ updated_at: stamp }) => stamp)).size).toBe(2)
      expect((await read(elsewhere))['client_id']).toBe(clientId)
    },
  )
})
