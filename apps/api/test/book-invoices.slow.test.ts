import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { randomly } from '@matterbase/domain/testing'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { signedInAs } from './dash-browser.ts'
import type { Member } from './dash-browser.ts'
import { startApi } from './harness.ts'
import type { Api } from './harness.ts'

let api: Api
let owner: Member
beforeAll(async () => {
  api = await startApi()
  owner = await signedInAs(api)
  await owner.call('PATCH', '/firm', { body: { currency: 'EUR', country: 'DE', time_zone: 'Europe/Berlin' } })
})
afterAll(() => api.close())

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const next = randomly(5)
const day = (back: number) =>
  new Date(Date.now() - back * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' })

interface Booking {
  readonly day: string
  readonly account: string
  readonly amount: number
}

/** Runs the program of the guide for a period. */
async function bookingsOf(from: string, to: string, key: string): Promise<readonly Booking[]> {
  const text = await readFile(root('docs/sdk/recipes/book-invoices.md'), 'utf8')
  const [, code = ''] = /^```ts\n(import.*?)^```$/ms.exec(text) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'matterbase-recipe-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'node_modules/@matterbase'), { recursive: true })
  await symlink(root('packages/sdk'), join(folder, 'node_modules/@matterbase/sdk'))
  await writeFile(join(folder, 'book.mts'), `${code}\nconsole.log(JSON.stringify(bookings))`)
  const run = await promisify(execFile)(process.execPath, ['book.mts', from, to], {
    cwd: folder,
    env: { ...process.env, MATTERBASE_BASE_URL: `${api.origin}/api/v1`, MATTERBASE_API_KEY: key },
  })
  expect(run.stderr).toBe('')
  return JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '') as readonly Booking[]
}

const cents = (amount: number) => Math.round(amount * 100)
const rates = [
  { tax_category: 'S', tax_percent: 19 },
  { tax_category: 'S', tax_percent: 7 },
  { tax_category: 'AE', tax_percent: 0 },
] as const

async function addInvoice(clientId: number, issueDate: string) {
  const lines = Array.from({ length: 1 + next(3) }, () => ({
    description: 'Advice',
    net: (1 + next(50_000)) / 100,
    ...(rates[next(rates.length)] ?? rates[0]),
  }))
  const draft = await owner.call('POST', '/invoices', { body: { client_user_id: clientId, lines } })
  const id = Number(draft.body.data['invoice_id'])
  const issued = await owner.call('POST', `/invoices/${id}/issue`, { body: { issue_date: issueDate } })
  expect(issued.status, issued.text).toBe(200)
  return id
}

interface Row {
  readonly status: string
  readonly issue_date: string
  readonly voided_at?: string | null
  readonly total_amount: number
  readonly net_amount: number
}

/** Receivables, revenue and tax of documents, without the journal. */
async function sumsOf(from: string, to: string, key: string) {
  const read = async (path: string) =>
    (await api.call('GET', `${path}?limit=200`, { key })).body.data as unknown as readonly Row[]
  const isIn = (one: string) => one >= from && one <= to
  const sums = { receivables: 0, revenue: 0, tax: 0 }
  const add = ({ total_amount: total, net_amount: net }: Row, sign: 1 | -1) => {
    sums.receivables += sign * cents(total)
    sums.revenue -= sign * cents(net)
    sums.tax -= sign * (cents(total) - cents(net))
  }
  for (const invoice of await read('/invoices')) {
    const { status, issue_date: issued, voided_at: voided } = invoice
    if (status !== 'draft' && isIn(issued)) add(invoice, 1)
    if (voided && isIn(new Date(voided).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' }))) add(invoice, -1)
  }
  for (const note of await read('/credit-notes')) if (isIn(note.issue_date)) add(note, -1)
  return sums
}

it('books the revenue of the journal: of written-off, credited and void invoices too', async () => {
  const key = await api.key({ email: owner.account, scopes: ['invoices:read'] })
  const clientId = (await owner.call('POST', '/clients', { body: { company_name: 'Hale' } })).body.data.id
  const ends: readonly ((id: number) => Promise<unknown>)[] = [
    (id) => owner.call('POST', `/invoices/${id}/write-off`, { body: {} }),
    (id) => owner.call('POST', `/invoices/${id}/credit-notes`, { body: {} }),
    (id) => owner.call('POST', `/invoices/${id}/credit-notes`, { body: { lines: [{ line: 0, net: 0.25 }] } }),
    (id) => owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'cancelled' } }),
    (id) => owner.call('PUT', `/invoices/${id}/status`, { body: { status: 'paid' } }),
    async () => undefined,
  ]
  for (const back of [45, 40, 5, 3, 0]) for (const end of ends) await end(await addInvoice(clientId, day(back)))
  for (const [from, to] of [
    [day(60), day(31)],
    [day(30), day(0)],
    [day(60), day(0)],
  ] as const) {
    const bookings = await bookingsOf(from, to, key)
    const of = (isIt: (account: string) => boolean) =>
      bookings.filter(({ account }) => isIt(account)).reduce((sum, { amount }) => sum + cents(amount), 0)
    const sums = {
      receivables: of((account) => account === 'receivables'),
      revenue: of((account) => /^\d/.test(account)),
      tax: of((account) => account === 'tax'),
    }
    expect(sums).toEqual(await sumsOf(from, to, key))
    expect(sums.receivables + sums.revenue + sums.tax).toBe(0)
    expect(bookings.every((one) => one.day >= from && one.day <= to)).toBe(true)
  }
})
