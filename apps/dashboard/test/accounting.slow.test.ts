import { createInvoice } from '@matterbase/domain/testing'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const period = '/accounting?from=2026-10-01&to=2026-10-31'

it('lists what the DATEV file needs, takes it from a chart, and exports the period', async () => {
  const { page, account, db } = world()
  const { data: client } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: 'Żółć' })
  await db.run`
    INSERT INTO firm_profiles (workspace_id, currency) VALUES (${await account.workspace()}, 'EUR')
    ON CONFLICT (workspace_id) DO UPDATE SET currency = 'EUR'`
  await createInvoice(db, await account.workspace(), {
    clientId: client.id,
    status: 'sent',
    issueDate: '2026-10-05',
    lines: [{ description: 'Advice', net: 100, tax_category: 'S', tax_percent: 19 }],
  })
  await go(page, period)
  await page.getByRole('row', { name: 'Gross €119.00' }).waitFor()
  await page.getByRole('button', { name: 'DATEV file' }).click()
  const missing = page.getByRole('dialog', { name: 'Missing for the DATEV file' })
  await missing.getByText('The consultant number (Beraternummer)').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'accounting-missing')
  await missing.getByRole('link', { name: 'Settings → Ledger accounts' }).click()
  await page.getByLabel('Consultant number').fill('29098')
  await page.getByLabel('Client number').fill('55003')
  await page.getByLabel('Fiscal year starts in').selectOption({ label: 'January' })
  await page.getByLabel('Account length').fill('4')
  await page.getByLabel('First debtor number').fill('70000')
  await page.getByLabel('Chart of accounts').selectOption('SKR03')
  expect(await page.getByLabel('Number of revenue account 1').inputValue()).toBe('8400')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Must have 5 digits and begin with 1 to 6').waitFor()
  await page.getByLabel('First debtor number').fill('10000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'accounting-settings')
  expect(await faultsOnPhone(page, 'accounting-settings')).toEqual([])
  await go(page, period)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'DATEV file' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('EXTF_Buchungsstapel_2026-10-01_2026-10-31.csv')
  const text = (await (await file.createReadStream()).toArray()).join('')
  expect(text).toContain('119,00;"S";"EUR";;;;10001;8400;;0510;')
  expect(await faultsOnPhone(page, 'accounting')).toEqual([])
})

it('chooses a period, and reads days as they are typed', async () => {
  const { page } = world()
  await go(page, '/accounting')
  await page.getByLabel('Period', { exact: true }).selectOption({ label: 'Last year' })
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toMatch(/-01-01$/)
  await page.getByLabel('From').fill('2026-10-02')
  await page.getByLabel('To', { exact: true }).fill('2026-10-30')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('row', { name: 'Gross €119.00' }).waitFor()
  expect(await page.getByLabel('Period', { exact: true }).inputValue()).toBe('')
})
