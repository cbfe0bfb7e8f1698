import { password } from '@matterbase/domain/testing'
import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { axe } from './support/axe.ts'
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

const make = (path: string, body: object) => world().account.rest<{ data: { id: number } }>('POST', path, body)

async function fileOf(name: string, text: string) {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

async function choose(path: string, holds = 'matters') {
  const { page } = world()
  await go(page, '/settings/data')
  await page.getByLabel('What the file holds').selectOption(holds)
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
  for (const [button, holds] of [
    ['Matters', 'matters'],
    ['Clients', 'clients'],
    ['Time entries', 'time-entries'],
  ] as const) {
    await go(page, '/settings/data')
    const path = await exported(button)
    const text = await readFile(path, 'utf8')
    expect(text.charCodeAt(0)).not.toBe(0xfeff)
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
  await db.$executeRaw`
    UPDATE sessions SET authenticated_at = now() - interval '11 minutes' FROM users
    WHERE users.id = user_id AND users.email = ${account.email}`
  const downloads: unknown[] = []
  page.on('download', (download) => void downloads.push(download))
  const path = exported('Export CSV')
  const dialog = page.getByRole('dialog', { name: 'Type your password again' })
  await dialog.waitFor()
  expect(downloads).toEqual([])
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  const text = await readFile(await path, 'utf8')
  expect(text.trimEnd().split('\r\n')).toHaveLength(13)
  page.removeAllListeners('download')
})

it('changes a record without an external_id by its id', async () => {
  const { page, account } = world()
  const { data } = await make('/matters', { title: 'Nameless' })
  await choose(await fileOf('by-id.csv', `id,title\n${data.id},Named\n`))
  await page.getByRole('button', { name: 'Check 1 row' }).click()
  await page.getByText('0 new, 1 changed, 0 errors').waitFor()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('0 created, 1 changed, 0 errors').waitFor()
  expect((await account.rest<{ data: object }>('GET', `/matters/${data.id}`)).data).toMatchObject({ title: 'Named' })
})

it('names repeated external_ids, missing columns and files that are no table', async () => {
  const { page } = world()
  await choose(await fileOf('twice.csv', 'external_id,title\na,One\nb,Two\na,Three\n'))
  await page.getByRole('button', { name: 'Check 3 rows' }).click()
  await page.getByText('2 new, 0 changed, 1 error').waitFor()
  await page.getByText('is in line 2 already').waitFor()
  await choose(await fileOf('keyless.csv', 'title\nOne\n'))
  await page.getByText('Say which column is the external_id').waitFor()
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
