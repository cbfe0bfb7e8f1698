import { markOverdue } from '@matterbase/domain'
import { createInvoice } from '@matterbase/domain/testing'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'
import { png } from './png.ts'

let api: Api

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const save = (member: Member, body: object) => member.call('PATCH', '/firm', { body })
const firmOf = async (member: Member) => (await member.call('GET', '/firm')).body.data

describe('the firm', () => {
  it('is nobody at first, keeps what is saved, and leaves what is not sent', async () => {
    const owner = await signedInAs(api)
    expect(new Set(Object.values(await firmOf(owner)))).toEqual(new Set([null]))
    const saved = await save(owner, {
      legal_name: 'Hale & Partners LLP',
      iban: 'de89 3704 0044 0532 0130 00',
      bic: 'cobadeffxxx',
      vat_id: 'DE 123456789',
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      locale: 'de-DE',
      payment_days: 14,
    })
    expect(saved.body.data, saved.text).toMatchObject({
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      vat_id: 'DE123456789',
    })
    await save(owner, { city: 'Berlin', legal_name: ' ' })
    expect(await firmOf(owner)).toMatchObject({ city: 'Berlin', legal_name: null, currency: 'EUR', payment_days: 14 })
    const { body } = await api.request('GET', '/dash/v1/session', { headers: { cookie: owner.cookie } })
    const german = { locale: 'de-DE', currency: 'EUR', time_zone: 'Europe/Berlin', payment_days: 14 }
    const unset = { locale: null, currency: null, time_zone: null, payment_days: null }
    expect(body['manners']).toEqual({ live: german, test: unset })
  })

  it.each([
    ['iban', 'DE89370400440532013001'],
    ['bic', 'COBA'],
    ['vat_id', '123'],
    ['country', 'Germany'],
    ['currency', 'EUX'],
    ['time_zone', 'Europe/Atlantis'],
    ['time_zone', '+02:00'],
    ['locale', 'de_DE'],
    ['email', 'nobody'],
    ['payment_days', 366],
  ])('does not take %s %s', async (field, value) => {
    const owner = await signedInAs(api)
    const reply = await save(owner, { [field]: value })
    expect([reply.status, reply.body['details']], reply.text).toMatchObject([400, [{ field }]])
  })

  it('is written by owners and read by all, each in their own workspace', async () => {
    const owner = await signedInAs(api)
    await save(owner, { legal_name: 'Hale' })
    const lawyer = await signedInAs(api, 'lawyer', owner.account)
    expect((await save(lawyer, { legal_name: 'Mine' })).status).toBe(403)
    expect((await lawyer.call('DELETE', '/firm/logo')).status).toBe(403)
    expect(await firmOf(lawyer)).toMatchObject({ legal_name: 'Hale' })
    expect((await owner.call('GET', '/firm', { environment: 'test' })).body.data).toMatchObject({ legal_name: null })
    expect(await firmOf(await signedInAs(api))).toMatchObject({ legal_name: null })
  })
})

describe('the logo', () => {
  const put = (member: Member, content: Buffer) =>
    fetch(`${api.origin}/dash/v1/live/firm/logo`, {
      method: 'PUT',
      headers: { cookie: member.cookie },
      body: new Uint8Array(content),
    })

  it('is kept as it was sent, under its hash, until it is taken away', async () => {
    const owner = await signedInAs(api)
    const image = png(40, 20)
    expect((await put(owner, image)).status).toBe(200)
    expect((await firmOf(owner))['logo']).toMatch(/^[0-9a-f]{64}$/)
    const shown = await fetch(`${api.origin}/dash/v1/live/firm/logo`, { headers: { cookie: owner.cookie } })
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await shown.arrayBuffer()).equals(image)).toBe(true)
    await owner.call('DELETE', '/firm/logo')
    expect((await firmOf(owner))['logo']).toBeNull()
    expect((await owner.call('GET', '/firm/logo')).status).toBe(404)
  })

  it.each([
    ['no image', Buffer.from('<svg onload="alert(1)"/>'), 'neither a PNG nor a JPEG'],
    ['half of one', png(40, 20).subarray(0, 60), 'neither a PNG nor a JPEG'],
    ['one with more pixels than can be drawn', png(30_000, 30_000), '30000 × 30000'],
    ['more than 512 KiB', Buffer.alloc(600 * 1024), 'larger than 512 KiB'],
  ])('is not %s', async (_what, content, said) => {
    const owner = await signedInAs(api)
    const reply = await put(owner, content)
    expect([400, 413]).toContain(reply.status)
    expect(await reply.text()).toContain(said)
  })
})

describe('the firm’s time zone', () => {
  it('says on which day time was worked, on the invoice and in what waits to be billed', async () => {
    const owner = await signedInAs(api)
    await save(owner, { time_zone: 'America/Los_Angeles' })
    const client = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data.id
    // Saturday 17:00 in Los Angeles.
    const entry = { client_id: client, description: 'Call', duration: 1, rate: 100, start_time: '2026-11-22T01:00:00Z' }
    const { id } = (await owner.call('POST', '/time-entries', { body: entry })).body.data
    expect((await owner.call('GET', `/unbilled-time/${client}`)).rows).toMatchObject([{ worked_on: '2026-11-21' }])
    const made = await owner.call('POST', '/invoices', {
      body: { client_user_id: client, lines: [{ time_entry_id: id }] },
    })
    const path = `/invoices/${String(made.body.data['invoice_id'])}`
    expect((await owner.call('GET', `${path}/lines`)).rows).toMatchObject([{ worked_on: '2026-11-21' }])
  })

  it('says what today is: when an invoice was paid, and whether it is overdue', async () => {
    const [west, east] = [await signedInAs(api), await signedInAs(api)]
    await save(west, { time_zone: 'Pacific/Niue' })
    await save(east, { time_zone: 'Pacific/Kiritimati' })
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone }).format(new Date())
    const workspaceOf = async ({ account }: Member) => {
      const { owner_uuid: ownerUuid, workspaces } = await api.db.account.findUniqueOrThrow({
        where: { email: account },
        include: { workspaces: true },
      })
      const id = workspaces.find(({ environment }) => environment === 'live')?.id ?? 0
      return { workspaceId: id, ownerUuid, environment: 'live' as const }
    }
    // It is never the same day in both: the last one of Niue has passed on Kiritimati.
    for (const [member, overdue] of [
      [west, 0],
      [east, 1],
    ] as const) {
      const workspace = await workspaceOf(member)
      await createInvoice(api.db, workspace.workspaceId, {
        number: 'A-1',
        total: 1,
        status: 'sent',
        dueDate: dayIn('Pacific/Niue'),
      })
      expect(await markOverdue(api.db, workspace)).toBe(overdue)
      const paid = await createInvoice(api.db, workspace.workspaceId, { number: 'A-2', total: 1, status: 'paid' })
      expect(JSON.parse(paid)).toMatchObject({
        paid_date: dayIn(member === west ? 'Pacific/Niue' : 'Pacific/Kiritimati'),
      })
    }
  })
})

it('writes money, numbers and days on the PDF as the firm does', async () => {
  const owner = await signedInAs(api)
  await save(owner, { currency: 'EUR', locale: 'de-DE' })
  const lines = [{ description: 'Fee', quantity: 1.5, unit_price: 823, net: 1234.5 }]
  const made = await owner.call('POST', '/invoices', { body: { lines, issue_date: '2026-03-14' } })
  const url = `${api.origin}/dash/v1/live/invoices/${String(made.body.data['invoice_id'])}/file`
  const response = await fetch(url, { headers: { cookie: owner.cookie } })
  const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })
  for (const words of ['1.234,50 €', '1,5', '14. März 2026']) expect(text.replaceAll('\u00A0', ' ')).toContain(words)
})
