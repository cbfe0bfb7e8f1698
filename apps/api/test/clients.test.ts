import { randomUUID } from 'node:crypto'
import { noDependents } from '@matterbase/schemas/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let key: string

beforeAll(async () => {
  api = await startApi()
  key = await api.key()
})
afterAll(() => api.close())

const create = (path: string, body: object) => api.call('POST', path, { key, body })

describe('clients', () => {
  it('are answered whole, every member as it was sent', async () => {
    const complete = {
      company_name: 'Müller & Söhne 有限会社',
      contact_person: 'Jane Doe',
      email: 'Jane.Doe+law@Example.co.uk',
      phone: '+1 (555) 0100',
      address: '1 Main St\nSpringfield',
      client_type: 'business',
      status: 'prospect',
      notes: '',
      bio: 'b',
      website: 'https://example.com/a?b=c#d',
      location: 'Berlin',
      external_id: 'crm-1',
      street: 'Hauptstr. 1',
      postal_code: '50667',
      city: 'Köln',
      region: 'NRW',
      country: 'DE',
      vat_id: 'DE123456788',
      buyer_reference: '04011000-12345-67',
      electronic_address: '0204:04011000-12345-67',
    }
    const { status, body } = await create('/clients', complete)
    expect(status).toBe(201)
    expect(body.data).toMatchObject(complete)
    expect((await create('/clients', { email: 'a@b.co' })).body.data).toMatchObject({
      status: 'active',
      client_type: null,
      notes: null,
    })
  })

  it('finds an email address by both spellings of its domain', async () => {
    const key = await api.key()
    const spellings = ['ada@müller.example', 'ada@xn--mller-kva.example']
    for (const email of spellings) await api.call('POST', '/clients', { key, body: { email } })
    for (const email of spellings) {
      const found = await api.call('GET', `/clients?email=${encodeURIComponent(email.toUpperCase())}`, { key })
      expect(found.rows.map((row) => row['email'])).toEqual(spellings)
    }
    await api.call('POST', '/leads', { key, body: { leadData: { email: spellings[0] } } })
    const leads = await api.call('GET', `/leads?email=${spellings[1]}`, { key })
    expect(leads.body['count']).toBe(1)
  })

  it('have a billing address that is searched, and a VAT ID as e-invoices write it', async () => {
    const { body } = await create('/clients', { company_name: 'Roe', city: 'Łódź', vat_id: 'de 123.456.788' })
    expect(body.data).toMatchObject({ vat_id: 'DE123456788' })
    const found = await api.call('GET', '/clients?q=lodz', { key })
    expect(found.body.data).toMatchObject([{ id: body.data['id'] }])
    const wrong = { street: 'a\nb', country: 'Germany', vat_id: '1', electronic_address: '9999:x' }
    const refused = await create('/clients', { company_name: 'Roe', ...wrong })
    expect(refused.body['details']).toMatchObject(Object.keys(wrong).map((field) => ({ field })))
  })

  it.each([
    'smith&jones@example.com',
    'a/b=c%d@example.com',
    "!#$%&'*+-/=?^_`{|}~@example.com",
    'kanzlei@müller.example',
    'office@推荐.例子',
    'office@example.xn--p1ai',
    'office@example.co1',
    '"john doe"@example.com',
    `${'x'.repeat(64)}@example.com`,
  ])('keep the email %s, and are found by it', async (email) => {
    const { status, body } = await create('/clients', { email })
    expect([status, body.data]).toMatchObject([201, { email }])
    const found = await api.call('GET', `/clients?email=${encodeURIComponent(email.toUpperCase())}`, { key })
    expect(found.body.data).toMatchObject([{ email }])
  })

  it('say which part of an email has to be ASCII', async () => {
    const { body } = await create('/clients', { email: 'jörg@müller.example' })
    expect(body['details']).toEqual([
      {
        field: 'email',
        code: 'invalid_format',
        message: 'must be an email address with ASCII characters before the @, such as name@example.com',
      },
    ])
  })

  it.each([
    [{}, 'company_name', 'required'],
    [{ company_name: ' ', notes: 'x' }, 'company_name', 'required'],
    [{ email: 'nope' }, 'email', 'invalid_format'],
    [{ email: '' }, 'email', 'invalid_format'],
    [{ email: 'a@localhost' }, 'email', 'invalid_format'],
    [{ email: 'a@192.0.2.1' }, 'email', 'invalid_format'],
    [{ email: 'a..b@example.com' }, 'email', 'invalid_format'],
    [{ email: 'a b@example.com' }, 'email', 'invalid_format'],
    [{ email: 'a@-example.com' }, 'email', 'invalid_format'],
    [{ email: 'a@ex\u200Bample.com' }, 'email', 'invalid_format'],
    [{ email: 'a@example.com\nBcc: b@example.com' }, 'email', 'invalid_format'],
    [{ email: `${'x'.repeat(65)}@example.com` }, 'email', 'invalid_format'],
    [{ email: `a@${'b'.repeat(64)}.com` }, 'email', 'invalid_format'],
    [{ company_name: 'a', website: `https://example.com/${'ü'.repeat(1000)}` }, 'website', 'too_long'],
    [{ company_name: 'a', website: 'javascript:alert(1)' }, 'website', 'invalid_format'],
    [{ company_name: 'a', website: 'example.com' }, 'website', 'invalid_format'],
    [{ company_name: 'a', website: ' https://example.com ' }, 'website', 'invalid_format'],
    [{ company_name: 'a', website: 'https:example.com' }, 'website', 'invalid_format'],
    [{ company_name: 'a', client_type: 'person' }, 'client_type', 'invalid_value'],
    [{ company_name: 'a', status: null }, 'status', 'not_nullable'],
    [{ company_name: 'a', phone: '1'.repeat(65) }, 'phone', 'too_long'],
  ])('answer 400 to %j', async (body, field, code) => {
    const reply = await create('/clients', body)
    expect(reply.status).toBe(400)
    expect(reply.body['details']).toMatchObject([{ field, code }])
  })

  it.each([
    ['https://münchen.example/über?x=ä#ö', 'https://xn--mnchen-3ya.example/%C3%BCber?x=%C3%A4#%C3%B6'],
    ['https://example.com/a|b{c}%zz?q=<1>#a#b', 'https://example.com/a%7Cb%7Bc%7D%25zz?q=%3C1%3E#a%23b'],
    ['HTTPS://User:p%C3%A4@Example.com:443/%c3', 'HTTPS://User:p%C3%A4@Example.com:443/%c3'],
    ['http://[2001:db8::1]:8080', 'http://[2001:db8::1]:8080'],
  ])('answer the website %s as the URI that it is', async (website, uri) => {
    const { body } = await create('/clients', { company_name: 'a', website })
    expect(body.data['website']).toBe(uri)
    const again = await api.call('PATCH', `/clients/${body.data.id}`, { key, body: { website } })
    expect(again.body.data).toEqual(body.data)
  })

  it.each([{ company_name: null }, { company_name: '' }, { company_name: ' ', email: null }])(
    'keep at least one of the fields that they are known by: %j',
    async (patch) => {
      const external_id = randomUUID()
      const { body } = await create('/clients', { company_name: 'a', external_id })
      const replies = [
        await api.call('PATCH', `/clients/${body.data.id}`, { key, body: patch }),
        await api.call('PUT', '/clients', { key, body: { external_id, ...patch } }),
      ]
      const details = [{ field: 'company_name', code: 'required' }]
      for (const reply of replies) expect([reply.status, reply.body]).toMatchObject([400, { details }])
      const bulk = await api.call('POST', '/clients/bulk', { key, body: { data: [{ external_id, ...patch }] } })
      expect(bulk.body['results']).toMatchObject([{ status: 400, details }])
      const other = { ...patch, email: 'a@example.com' }
      expect((await api.call('PATCH', `/clients/${body.data.id}`, { key, body: other })).status).toBe(200)
    },
  )

  it('of an earlier version that have none of these fields can be changed', async () => {
    const { body } = await create('/clients', { company_name: 'a' })
    await api.db.run`UPDATE clients SET company_name = NULL WHERE id = ${body.data.id}`
    expect((await api.call('PATCH', `/clients/${body.data.id}`, { key, body: { notes: 'n' } })).status).toBe(200)
  })

  it('fire client.created when PUT creates, not when it updates', async () => {
    const own = await api.key()
    await api.call('POST', '/webhooks', { key: own, body: { url: 'https://example.com', events: ['client.created'] } })
    for (const company_name of ['A', 'B'])
      await api.call('PUT', '/clients', { key: own, body: { external_id: 'x', company_name } })
    expect(await api.db.webhookDelivery.count({ where: { kind: 'client.created' } })).toBe(1)
  })
})

describe('deleting what others refer to', () => {
  async function family() {
    const client = (await create('/clients', { company_name: 'Parent' })).body.data
    const matter = (await create('/matters', { title: 'Child', client_id: client.id })).body.data
    const entry = (await create('/time-entries', { case_id: matter.id, duration: 1 })).body.data
    return { client, matter, entry }
  }

  it('answers 409 with the counts, and deletes nothing', async () => {
    const { client, matter } = await family()
    const ofClient = await api.call('DELETE', `/clients/${client.id}`, { key })
    expect([ofClient.status, ofClient.body.code, ofClient.body['dependents']]).toEqual([
      409,
      'has_dependents',
      { ...noDependents, matters: 1, time_entries: 1 },
    ])
    const ofMatter = await api.call('DELETE', `/matters/${matter.id}`, { key })
    expect([ofMatter.status, ofMatter.body['dependents']]).toEqual([409, { ...noDependents, time_entries: 1 }])
    expect((await api.call('GET', `/clients/${client.id}`, { key })).status).toBe(200)
  })

  it('unlinks them with force, and stamps them for whoever follows changes', async () => {
    const { client, matter, entry } = await family()
    const { updated_at: before } = (await create('/matters', { title: 'Marker' })).body.data
    expect((await api.call('DELETE', `/clients/${client.id}?force=true`, { key })).text).toBe('{"success":true}')
    const changes = await api.call('GET', `/matters?updated_since=${before}`, { key })
    expect(changes.rows).toMatchObject([{ id: matter.id, client_id: null }])
    expect((await api.call('GET', `/time-entries/${entry.id}`, { key })).body.data).toMatchObject({
      client_id: null,
      case_id: matter.id,
    })
    expect((await api.call('DELETE', `/matters/${matter.id}?force=true`, { key })).status).toBe(200)
    expect((await api.call('GET', `/time-entries/${entry.id}`, { key })).body.data['case_id']).toBeNull()
  })

  it.each(['1', 'yes', 'TRUE', ''])('answers 400 to force=%s', async (force) => {
    const { client } = await family()
    expect((await api.call('DELETE', `/clients/${client.id}?force=${force}`, { key })).status).toBe(400)
  })

  it('is never undone by a reference that is made at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const client = (await create('/clients', { company_name: 'Racing' })).body.data
      const [created, deleted] = await Promise.all([
        create('/matters', { title: 'Racing', client_id: client.id }),
        api.call('DELETE', `/clients/${client.id}`, { key }),
      ])
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([created.status, deleted.status])
    }
  })
})
