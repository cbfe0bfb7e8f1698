import { password } from '@matterbase/domain/testing'
import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { csvBytes } from './support/csv-files.ts'
import { go } from './support/go.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Listed {
  readonly total: number
  readonly data: readonly { readonly [name: string]: unknown }[]
}

const make = (path: string, body: object) =>
  world().account.rest<{ data: { id: number; created_at: string } }>('POST', path, body)

async function fileOf(name: string, text: string | Uint8Array) {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

async function choose(path: string, holds = 'matters') {
  const { page } = world()
  await go(page, '/settings/data')
  await page.getByLabel('Type of records').selectOption(holds)
  await page.getByLabel('CSV file').setInputFiles(path)
}

async function exported(button: string): Promise<string> {
  const { page } = world()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const path = join(folder, `exported-${button}.csv`)
  await (await download).saveAs(path)
  return path
}

it('says what an import would do before it does it, then does just that', async () => {
  const { page, account } = world()
  for (const at of [1, 2, 3]) await make('/matters', { title: `Old ${at}`, external_id: `old-${at}` })
  await make('/matters', { title: 'Same', external_id: 'same' })
  const lines = [
    'Case name,EXTERNAL ID,Status,Start date',
    ...Array.from({ length: 12 }, (_, at) => `"New, ${at}",new-${at},Settled,2026-01-0${(at % 9) + 1}`),
    ...[1, 2, 3].map((at) => `Newer ${at},old-${at},,`),
    'Same,same,,',
    'Bad,bad,Lost,',
  ]
  await choose(await fileOf('some.csv', lines.join('\n')))
  await page.getByLabel('Field of Case name').selectOption('title')
  expect(await page.getByLabel('Field of EXTERNAL ID').inputValue()).toBe('external_id')
  await screenshot(page, 'import-mapping')
  await page.getByRole('button', { name: 'Check 17 rows' }).click()
  await page.getByText('12 new, 3 changed, 1 error').waitFor()
  await page.getByRole('list', { name: 'Errors' }).getByText('Line 18').waitFor()
  await page.getByText('title “Old 1” → “Newer 1”').waitFor()
  await screenshot(page, 'import-preview')
  expect(await axe(page)).toEqual([])
  expect((await account.rest<Listed>('GET', '/matters?include=total')).total).toBe(4)
  await page.getByRole('button', { name: 'Import 15 rows' }).click()
  await page.getByText('12 created, 3 changed, 0 errors').waitFor()
  expect((await account.rest<Listed>('GET', '/matters?include=total')).total).toBe(16)
})

it('imports an exported file again as 0 changed, whatever stands in it', async () => {
  const { page } = world()
  const odd = ['=1+1', '+49 30', '-x', '@y', "'=z", "'quoted'", 'a,"b"\nc', 'Żółć', ' spaces ', '1e5', 'true']
  odd.push('\n=1+1', '＝1+1', ' =2+2', '\t@x', "'＝y", '\u3000=z')
  for (const title of odd) await make('/matters', { title, description: title })
  await make('/matters', {
    title: 'Numbers',
    estimated_hours: 12.345678,
    estimated_budget_min: 0,
    start_date: '2026-02-01',
  })
  const { data: client } = await make('/clients', { company_name: '=Doe', phone: '+1 555', notes: 'x\r\ny' })
  await make('/time-entries', {
    client_id: client.id,
    duration: 1.2,
    start_time: '2026-03-01T10:00:00Z',
    is_billable: false,
  })
  for (const [button, holds, format] of [
    ['Matters', 'matters', 'plain'],
    ['Clients', 'clients', 'plain'],
    ['Time entries', 'time-entries', 'plain'],
    ['Matters', 'matters', 'spreadsheet'],
    ['Time entries', 'time-entries', 'spreadsheet'],
  ] as const) {
    await go(page, '/settings/data')
    await page.getByLabel('Format').selectOption(format)
    const path = await exported(button)
    const text = await readFile(path, 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(format === 'spreadsheet')
    for (const cell of Papa.parse<string[]>(text).data.flat()) expect(cell.trim()).not.toMatch(/^[=+@＝-]/)
    await choose(path, holds)
    await page.getByRole('button', { name: /^Check/ }).click()
    await page.getByText('0 new, 0 changed, 0 errors').waitFor()
  }
})

it('exports what the filter of a list leaves', async () => {
  const { page } = world()
  await go(page, '/matters?status=Settled&q=new')
  await page.getByText('12 of 12').waitFor()
  const text = await readFile(await exported('Export CSV'), 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(13)
})

it('asks for the password of a session that is old before a whole list of live leaves, and then it comes', async () => {
  const { page, account, db } = world()
  await go(page, '/matters?status=Settled&q=new')
  await page.getByText('12 of 12').waitFor()
  await db.run`
    UPDATE sessions SET authenticated_at = now() - interval '11 minutes' FROM users
    WHERE users.id = user_id AND users.email = ${account.email}`
  const downloads: unknown[] = []
  page.on('download', (download) => void downloads.push(download))
  const path = exported('Export CSV')
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await dialog.waitFor()
  expect(downloads).toEqual([])
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const text = await readFile(await path, 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(13)
  page.removeAllListeners('download')
})

it('changes a record without an external_id by the id of an export', async () => {
  const { page, account } = world()
  const { data } = await make('/matters', { title: 'Nameless' })
  const lines = (created: string) => `id,title,external_id,created_at,updated_at\n${data.id},Named,,${created},\n`
  await choose(await fileOf('of-another.csv', lines('2020-01-01T00:00:00.000Z')))
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await page.getByText('IDs differ between workspaces').waitFor()
  await choose(await fileOf('by-id.csv', lines(data.created_at)))
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await page.getByText('0 new, 1 changed, 0 errors').waitFor()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('0 created, 1 changed, 0 errors').waitFor()
  expect((await account.rest<{ data: object }>('GET', `/matters/${data.id}`)).data).toMatchObject({ title: 'Named' })
})

it('offers an own ID as the external_id, and refuses the export of another kind', async () => {
  const { page } = world()
  await choose(await fileOf('own-ids.csv', 'ID,Company,E-mail\n5,Acme Corp,acme@x.example\n'), 'clients')
  expect(await page.getByLabel('Field of ID').inputValue()).toBe('external_id')
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await page.getByText('1 new, 0 changed, 0 errors').waitFor()
  const exportOf = 'id,company_name,email,external_id,created_at,updated_at\n1,Doe,,,2026-01-01T00:00:00.000Z,\n'
  await choose(await fileOf('clients.csv', exportOf))
  await page.getByRole('button', { name: 'Check 1 row' }).waitFor()
  expect(await page.getByLabel('Type of records').inputValue()).toBe('clients')
  await page.getByLabel('Type of records').selectOption('matters')
  await page.getByText('This file was exported from Clients.').waitFor()
  expect(await page.getByRole('button', { name: /^Check/ }).count()).toBe(0)
  await page.getByLabel('Type of records').selectOption('clients')
  await page.getByRole('button', { name: 'Check 1 row' }).waitFor()
})

it('imports clients of a German spreadsheet without an own number, with their address for invoices', async () => {
  const { page, account } = world()
  const table = [
    ['Firma', 'Telefon', 'Straße', 'PLZ', 'Ort', 'Land'],
    ['Krüger Söhne', '+49 30 1', 'Müllerstr. 1', '01069', 'Dresden', 'Deutschland'],
    ['Hale', 'Roe', 'Weg 1', '', '', '', 'VIP'],
  ]
  const bytes = csvBytes(table, { delimiter: ';', newline: '\r\n', encoding: 'windows-1252' })
  await choose(await fileOf('mandanten.csv', bytes), 'clients')
  await page.getByText('No column is imported as external_id, so every row creates a new client.').waitFor()
  await page.getByText('windows-1252, separated by semicolons').waitFor()
  await page.getByRole('button', { name: 'Check 2 rows' }).click()
  await page.getByText('1 new, 0 changed, 1 error').waitFor()
  await page.getByText('has 7 cells, the first line has 6').waitFor()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('1 created, 0 changed, 0 errors').waitFor()
  const { data } = await account.rest<Listed>('GET', '/clients?q=kr%C3%BCger')
  expect(data).toMatchObject([{ company_name: 'Krüger Söhne', phone: '+49 30 1' }])
  await go(page, `/clients/${String(data[0]?.['id'])}?tab=billing`)
  await expect.poll(() => page.getByLabel('Postal code').inputValue()).toBe('01069')
  expect(await page.getByLabel('Country').inputValue()).toBe('DE')
})

it('imports rows that together are larger than a request', async () => {
  const { page, account } = world()
  const rows = Array.from({ length: 200 }, (_, at) => `long-${at},Long,${'x'.repeat(6_400)}`)
  await choose(await fileOf('long.csv', ['external_id,title,description', ...rows].join('\n')))
  await page.getByRole('button', { name: 'Check 200 rows' }).click()
  await page.getByText('200 new, 0 changed, 0 errors').waitFor()
  await page.getByRole('button', { name: 'Import 200 rows' }).click()
  await page.getByText('200 created, 0 changed, 0 errors').waitFor()
  expect((await account.rest<Listed>('GET', '/matters?q=long&include=total&limit=1')).total).toBe(200)
})

it('shows the field of each column on a phone', async () => {
  const { account } = world()
  const page = await world().open({ email: account.email, viewport: { width: 390, height: 844 } })
  await go(page, '/settings/data')
  await page.getByLabel('CSV file').setInputFiles(await fileOf('phone.csv', 'Bezeichnung;Aktenzeichen\nA;1\n'))
  const select = page.getByLabel('Field of Bezeichnung')
  await select.waitFor()
  const box = await select.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 1_000)).toBeLessThanOrEqual(390)
  await screenshot(page, 'import-phone')
  await select.selectOption('description')
  await page.getByLabel('Field of Aktenzeichen').selectOption('title')
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await page.getByText('1 new, 0 changed, 0 errors').waitFor()
})

it('names repeated external_ids and files that are not tables', async () => {
  const { page } = world()
  await choose(await fileOf('twice.csv', 'external_id,title\na,One\nb,Two\na,Three\n'))
  await page.getByRole('button', { name: 'Check 3 rows' }).click()
  await page.getByText('2 new, 0 changed, 1 error').waitFor()
  await page.getByText('is already in line 2').waitFor()
  await choose(await fileOf('empty.csv', ''))
  await page.getByText('The file has no rows').waitFor()
  expect(await page.getByRole('button', { name: /^(?:Check|Import)/ }).count()).toBe(0)
})

it('reads what an older spreadsheet wrote', async () => {
  const { page, account } = world()
  const path = join(folder, 'latin.csv')
  await writeFile(
    path,
    Buffer.from('external_id;company_name;Mail\r\nlatin-1;M\xfcller & S\xf6hne;mm@example.com\r\n', 'latin1'),
  )
  await choose(path, 'clients')
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('1 created').waitFor()
  expect((await account.rest<Listed>('GET', '/clients?external_id=latin-1')).data).toMatchObject([
    { company_name: 'Müller & Söhne', email: 'mm@example.com' },
  ])
})
