import { createHash } from 'node:crypto'
import { int, orNull, text } from '@matterbase/db'
import { findWorkspace } from '@matterbase/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api, Reply } from './harness.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const events = ['document.sent', 'document.viewed', 'document.declined', 'document.signed'] as const
const content = 'Engagement letter\n\nŻółć & Partner\n'

/** A firm whose live workspace has an endpoint for the events of documents. */
async function firm({ isSubscribed = true } = {}) {
  const owner = await signedInAs(api)
  const key = await api.key({ email: owner.account })
  const workspaceId = await findWorkspace(api.db, owner.account, 'live')
  const body = { url: 'https://example.com/hooks', events }
  if (isSubscribed) await api.call('POST', '/webhooks', { key, body })
  const get = (path: string) => api.call('GET', path, { key })
  const recorded = () => api.db.rows({ kind: text, data: text, previous: orNull(text), deliveries: int })`
    SELECT event.kind, event.data::text AS data, event.previous::text AS previous, count(delivery.id)::int AS deliveries
    FROM events AS event LEFT JOIN webhook_deliveries AS delivery
      ON delivery.workspace_id = event.workspace_id AND delivery.event_id = event.id
    WHERE event.workspace_id = ${workspaceId} AND event.kind = ANY (${[...events]})
    GROUP BY event.workspace_id, event.id ORDER BY min(delivery.id)`
  const send = async (more: object = {}) => {
    const signer = { signer_name: 'Jane Roe', signer_email: 'jane@roe.example' }
    const { body: made } = await owner.call('POST', '/documents', {
      body: { title: 'Engagement letter', ...signer, text: content, ...more },
    })
    return { id: Number(made.data['document_id']), path: new URL(String(made['url'])).pathname }
  }
  return { owner, key, get, recorded, send }
}

const recordIn = ({ text: body }: Reply) => /^\{"data":(.*)\}$/.exec(body)?.[1]

const open = (path: string) => api.request('GET', path, { headers: { accept: 'text/html' } })

const decline = (path: string, reason: string) =>
  fetch(`${api.origin}${path}/decline`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost' },
    body: new URLSearchParams({ reason }),
    redirect: 'manual',
  })

describe('a document', () => {
  it('is read as it was sent, with every field', async () => {
    const { owner, get, send } = await firm()
    const clientId = (await owner.call('POST', '/clients', { body: { company_name: 'Roe' } })).body.data.id
    const matter = { title: 'Roe v. Hale', client_id: clientId }
    const matterId = (await owner.call('POST', '/matters', { body: matter })).body.data.id
    const { id } = await send({ case_id: matterId, client_id: clientId })
    const { body } = await get(`/documents/${id}?expand=client,case`)
    const { sent_at: sentAt, updated_at: updatedAt, client, case: matterOf, ...rest } = body.data
    expect(rest).toEqual({
      id,
      title: 'Engagement letter',
      case_id: matterId,
      client_id: clientId,
      status: 'sent',
      signer_name: 'Jane Roe',
      signer_email: 'jane@roe.example',
      viewed_at: null,
      signed_at: null,
      declined_at: null,
      decline_reason: null,
      media_type: 'text/plain',
      sha256: createHash('sha256').update(content).digest('hex'),
      created_at: sentAt,
      etag: expect.any(String),
    })
    expect(updatedAt >= String(sentAt)).toBe(true)
    expect([client, matterOf]).toMatchObject([{ id: clientId }, { id: matterId }])
  })

  it('is found by its filters, and not from another workspace', async () => {
    const { owner, get, send } = await firm()
    const clientId = (await owner.call('POST', '/clients', { body: { company_name: 'Roe' } })).body.data.id
    const [of, other] = [await send({ client_id: clientId }), await send()]
    await decline(other.path, 'Too expensive')
    const idsOf = async (query: string) => (await get(`/documents?${query}`)).rows.map((row) => row.id)
    expect(await idsOf(`client_id=${clientId}`)).toEqual([of.id])
    expect(await idsOf('status=declined')).toEqual([other.id])
    expect(await idsOf(`ids=${of.id},${other.id}&status=sent,declined`)).toEqual([of.id, other.id])
    expect((await get('/documents/export')).text.trim().split('\n')).toHaveLength(3)
    const stranger = await api.key()
    const scopeless = await api.key({ email: owner.account, scopes: ['matters:read'] })
    for (const path of [`/documents/${of.id}`, `/documents/${of.id}/file`, `/documents/${of.id}/file?part=evidence`]) {
      expect((await api.call('GET', path, { key: stranger })).status).toBe(404)
      expect((await api.call('GET', path, { key: scopeless })).status).toBe(403)
    }
    expect((await api.call('POST', '/documents', { key: stranger, body: {} })).status).toBe(405)
  })

  it('is in the next sync after each change, and as a tombstone after it is deleted', async () => {
    const { owner, get, send } = await firm()
    const { id, path } = await send()
    let since = (await get(`/documents/${id}`)).body.data.updated_at
    const next = async () => {
      const { rows } = await get(`/documents?updated_since=${since}&include_deleted=true`)
      since = rows.at(-1)?.updated_at ?? since
      return rows
    }
    expect(await next()).toEqual([])
    await open(path)
    expect(await next()).toMatchObject([{ id, viewed_at: expect.any(String) }])
    // Opened again.
    await open(path)
    expect(await next()).toEqual([])
    await decline(path, 'No')
    expect(await next()).toMatchObject([{ id, status: 'declined', decline_reason: 'No' }])
    expect((await owner.call('DELETE', `/documents/${id}`)).status).toBe(200)
    const stamp = expect.any(String)
    expect(await next()).toEqual([{ id, external_id: null, deleted_at: stamp, updated_at: stamp }])
    expect((await get('/documents')).rows).toEqual([])
    expect((await get(`/documents/${id}`)).status).toBe(404)
  })
})

describe('the file of a document', () => {
  it('is its content, byte for byte as in the dashboard, with a tag', async () => {
    const { owner, key, send } = await firm()
    const { id } = await send()
    const headers = { authorization: `Bearer ${key}` }
    const url = `${api.baseUrl}/documents/${id}/file`
    const response = await fetch(url, { headers })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="document-${id}.txt"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(await response.text()).toBe(content)
    const cookie = { cookie: owner.cookie }
    expect(await (await fetch(`${api.origin}/dash/v1/live/documents/${id}/file`, { headers: cookie })).text()).toBe(
      content,
    )
    const known = { ...headers, 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await fetch(url, { headers: known })).status).toBe(304)
    const head = await fetch(url, { method: 'HEAD', headers })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(Buffer.byteLength(content))])
  })

  it('is missing data before it is uploaded or signed', async () => {
    const { get, send } = await firm()
    const { id } = await send({ text: null })
    for (const part of ['content', 'evidence']) {
      const { status, body } = await get(`/documents/${id}/file?part=${part}`)
      expect([status, body.code, body['details']]).toMatchObject([
        409,
        'missing_data',
        [{ field: part, code: 'missing' }],
      ])
    }
    expect((await get('/documents/987654321/file')).status).toBe(404)
  })
})

describe('the events of a document', () => {
  it('fire once each, with the bytes of GET', async () => {
    const { get, recorded, send } = await firm()
    const { id, path } = await send()
    const sent = recordIn(await get(`/documents/${id}`))
    // Two tabs at the same time.
    await Promise.all([open(path), open(path)])
    const viewed = recordIn(await get(`/documents/${id}`))
    await decline(path, 'No')
    await decline(path, 'No')
    const declined = recordIn(await get(`/documents/${id}`))
    expect(await recorded()).toEqual([
      { kind: 'document.sent', data: sent, previous: null, deliveries: 1 },
      { kind: 'document.viewed', data: viewed, previous: null, deliveries: 1 },
      { kind: 'document.declined', data: declined, previous: null, deliveries: 1 },
    ])
  })

  it('are not recorded without a subscriber', async () => {
    const { recorded, send } = await firm({ isSubscribed: false })
    const { path } = await send()
    await open(path)
    await decline(path, 'No')
    expect(await recorded()).toEqual([])
  })
})
