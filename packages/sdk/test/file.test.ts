import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { ConflictError, ConnectionError } from '../src/index.ts'
import { mockFetch } from '../src/testing/index.ts'
import { Matterbase } from '../src/client.ts'
import { startService } from './mock-server.ts'
import { baseUrl, client } from './service.ts'

const respondWith = startService()
const url = `${baseUrl}/invoices/42/file`
// Not valid UTF-8, so that a text in between would destroy it.
const pdf = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0xfe, 0x80])

it('returns the bytes of a file in the format, with the name in its response', async () => {
  let asked: Request | undefined
  const disposition = 'attachment; filename="invoice-INV-2026-0042.pdf"'
  respondWith(
    http.get(url, ({ request }) => {
      asked = request
      return new HttpResponse(pdf, { headers: { 'content-disposition': disposition } })
    }),
  )
  const { data, response } = await client().invoices.file(42, { format: 'factur-x' }).withResponse()
  expect(data).toEqual(pdf)
  expect(response.headers.get('content-disposition')).toBe(disposition)
  expect(new URL(asked?.url ?? '').search).toBe('?format=factur-x')
  expect(asked?.headers.get('accept')).not.toBe('application/json')
})

it('throws the list of missing details', async () => {
  const details = [{ field: 'firm', code: 'missing', message: 'The country of the firm' }]
  respondWith(
    http.get(url, () => HttpResponse.json({ error: 'Not complete', code: 'missing_data', details }, { status: 409 })),
  )
  const error: unknown = await client()
    .invoices.file(42)
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ConflictError)
  expect(error).toMatchObject({ code: 'missing_data', details })
})

it('is repeated when the server is busy, and fails when the connection breaks off', async () => {
  let requests = 0
  respondWith(
    http.get(url, () => {
      requests += 1
      return requests === 1
        ? HttpResponse.json({ error: 'Busy', code: 'overloaded' }, { status: 503, headers: { 'retry-after': '0' } })
        : new HttpResponse(pdf)
    }),
  )
  expect(await client().invoices.file(42)).toEqual(pdf)
  expect(requests).toBe(2)
  const broken = () => new ReadableStream({ start: (controller) => controller.error(new Error('ECONNRESET')) })
  respondWith(http.get(url, () => new HttpResponse(broken())))
  await expect(client({ maxRetries: 0 }).invoices.file(42)).rejects.toBeInstanceOf(ConnectionError)
})

it('is mocked by its operation', async () => {
  const fetch = mockFetch({
    'documents.file': pdf,
    'creditNotes.file': ({ query }) => pdf.subarray(query['format'] ? 1 : 0),
  })
  const mb = new Matterbase({ apiKey: 'mb_test_key', baseUrl, fetch })
  expect(await mb.documents.file(7, { part: 'evidence' })).toEqual(pdf)
  expect(await mb.creditNotes.file(7, { format: 'xrechnung' })).toEqual(pdf.subarray(1))
  expect(fetch.calls.map(({ operation, query }) => [operation, query])).toEqual([
    ['documents.file', { part: 'evidence' }],
    ['creditNotes.file', { format: 'xrechnung' }],
  ])
})
