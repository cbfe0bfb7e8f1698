import { findWorkspace } from '@matterbase/domain'
import { createDocument, createInvoice } from '@matterbase/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

// Every field of the contract: packages/schemas/test/one-line.test.ts.
describe('the number of an invoice', () => {
  it('is trimmed, and a single line without control characters', async () => {
    const owner = await signedInAs(api)
    const draft = await owner.call('POST', '/invoices', { body: { lines: [{ description: 'Fee', net: 1 }] } })
    const path = `/invoices/${String(draft.body.data['invoice_id'])}/issue`
    for (const number of ['N\r\nX-Evil: 1', 'N\u202E1', 'N\u0085', ' ']) {
      const { status, body } = await owner.call('POST', path, { body: { invoice_number: number } })
      expect([status, body['details']]).toMatchObject([400, [{ field: 'invoice_number' }]])
    }
    const issued = await owner.call('POST', path, { body: { invoice_number: '  2026/7 ' } })
    expect(issued.body.data).toMatchObject({ invoice_number: '2026/7', status: 'sent' })
    const next = (await owner.call('GET', '/invoices/next-number')).body
    expect(next['invoice_number']).toBe('2026/8')
  })

  it('is so on the command line too, and so are the title and signer of a document', async () => {
    const owner = await signedInAs(api)
    const workspaceId = await findWorkspace(api.db, owner.account, 'live')
    const invoice = { total: 1, status: 'sent' } as const
    for (const number of ['N\nX', ' \t '])
      await expect(createInvoice(api.db, workspaceId, { ...invoice, number })).rejects.toThrow('a single line')
    const made = await createInvoice(api.db, workspaceId, { ...invoice, number: ' N-1 ' })
    expect(JSON.parse(made)).toMatchObject({ invoice_number: 'N-1' })
    const document = { title: 'Letter', signerName: 'Jane', signerEmail: 'jane@doe.example' }
    for (const wrong of [
      { title: 'A\nB' },
      { signerName: 'Jane\u2028' },
      { signerEmail: 'jane@doe.example\r\nBcc: a@b.c' },
    ])
      await expect(createDocument(api.db, workspaceId, { ...document, ...wrong })).rejects.toThrow('a single line')
  })
})
