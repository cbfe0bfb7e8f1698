import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { text } from '@matterbase/db'
import { english } from '../src/public/words-english.ts'
import { french } from '../src/public/words-french.ts'
import { german } from '../src/public/words-german.ts'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let mailing: Api
beforeAll(async () => {
  api = await startApi()
  mailing = await startApi({ canMail: true, database: { db: api.db, databaseUrl: '' } })
})
afterAll(async () => {
  await mailing.close()
  await api.close()
})

type Words = Readonly<Record<string, unknown>>

/** The texts of a table, and of the tables in it. */
const textsOf = (words: object): string[] =>
  Object.values(words as Words).flatMap((value) =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? textsOf(value) : [],
  )

const pathOf = (url: unknown) => new URL(String(url)).pathname
const read = async (path: string, init: RequestInit = {}, origin = api.origin) =>
  (await fetch(origin + path, { headers: { accept: 'text/html' }, ...init })).text()
const post = (path: string, fields: Record<string, string>) =>
  read(path, { method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'text/html' } })

async function invoiceLink(owner: Member) {
  const lines = [{ description: 'Rat', net: 120 }]
  const made = await owner.call('POST', '/invoices', { body: { lines } })
  const id = String(made.body.data['invoice_id'])
  await owner.call('POST', `/invoices/${id}/issue`, { body: { issue_date: '2026-01-01', due_date: '2026-01-15' } })
  return pathOf((await owner.call('POST', `/invoices/${id}/link`)).body['url'])
}

async function signLink(owner: Member) {
  const body = { title: 'Vollmacht', signer_name: 'Jane Doe', signer_email: 'jane@doe.example', text: 'Ja.' }
  return pathOf((await owner.call('POST', '/documents', { body })).body['url'])
}

describe.each([
  ['de-DE', german],
  ['fr-FR', french],
])('the public pages of a firm in %s', (locale, words) => {
  // English phrases that a translated page must not have. Short ones are parts of other words, too.
  const own = new Set(textsOf(words))
  const foreign = textsOf(english).filter((text) => text.length > 8 && !own.has(text))

  it('say all in its language: of an invoice, an intake form and a document', async () => {
    const owner = await signedInAs(api)
    await owner.call('PATCH', '/firm', {
      body: { legal_name: 'Kanzlei Köhler', currency: 'EUR', locale, iban: 'DE89370400440532013000' },
    })
    const slug = `kanzlei-${locale.toLowerCase()}`
    const form = { title: 'Kontakt', introduction: '', practice_areas: ['Mietrecht'], is_open: true, slug }
    await owner.call('PUT', '/intake-form', { body: form })
    const [invoice, sign] = [await invoiceLink(owner), await signLink(owner)]
    const pages: readonly (readonly [string, string])[] = [
      [await read(invoice), words.invoice.overdue],
      [await read(`/intake/${slug}`), words.intake.labels.description],
      [await post(`/intake/${slug}`, { email: 'no address' }), words.intake.faults.invalid_format],
      [await post(`/intake/${slug}`, { email: `${'a'.repeat(300)}@example.com` }), words.intake.faults.too_long],
      [await post(`/intake/${slug}`, { last_name: 'Doe' }), words.intake.needed],
      [await read(`/intake/${slug}/thanks`), words.intake.another],
      [await read(sign), words.sign.consent],
      [await read(sign, {}, mailing.origin), words.sign.sendCode],
      [await post(sign, { name: '' }), words.sign.errors.consent],
    ]
    for (const [page, expected] of pages) {
      expect(page).toContain(`<html lang="${words.lang}">`)
      expect(page).toContain(expected)
      expect(foreign.filter((text) => page.includes(text))).toEqual([])
    }
    await owner.call('PUT', '/intake-form', { body: { ...form, is_open: false } })
    expect(await read(`/intake/${slug}`)).toContain(words.intake.closed)
    await read(`${sign}/code`, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' }, mailing.origin)
    const [mail] = await api.db.mail.findMany({ where: { kind: 'sign_code' }, orderBy: { id: 'desc' }, take: 1 })
    expect(mail?.subject).not.toContain('Your code')
    expect(mail?.message).toContain('Vollmacht')
  })

  it('and keep with a signature what the signer agreed to in that language', async () => {
    const owner = await signedInAs(api)
    await owner.call('PATCH', '/firm', { body: { legal_name: 'Kanzlei', locale } })
    const sign = await signLink(owner)
    const [, sha256 = ''] = /name="sha256" value="([^"]*)"/.exec(await read(sign)) ?? []
    expect(await post(sign, { name: 'Jane Doe', consent: 'yes', sha256 })).toContain(words.sign.copy)
    const [row] = await api.db.rows({ text: text })`
      SELECT string_agg(signature_records::text, ' ') AS text FROM signature_records`
    expect(row?.text).toContain(words.sign.consent)
  })

  it('a page of no firm is in the language of the browser', async () => {
    for (const [path, { title }] of [
      ['/invoice/unknown', words.notices.noLink],
      ['/sign/unknown', words.notices.noLink],
      ['/intake/unknown', words.notices.noForm],
    ] as const) {
      const headers = { accept: 'text/html', 'accept-language': `${locale},en;q=0.5` }
      expect(await read(path, { headers })).toContain(title)
    }
  })
})

it('a firm whose language has no table, and a browser that names none, get English', async () => {
  const owner = await signedInAs(api)
  await owner.call('PATCH', '/firm', { body: { legal_name: 'Bufete', locale: 'es-ES' } })
  expect(await read(await signLink(owner))).toContain(english.sign.submit)
  expect(await read('/sign/unknown', { headers: { 'accept-language': 'ja' } })).toContain('This link is not valid')
})
