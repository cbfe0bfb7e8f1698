import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addMember, newAccount } from './support/account.ts'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

async function faults(page: Page, name: string) {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await screenshot(page, `${name}-${colorScheme}`)
    found.push(...(await axe(page)))
  }
  return [...found, ...(await faultsOnPhone(page, name))]
}

it('finds the time without a lawyer, and gives it to one', async () => {
  const { db, origin, open } = world()
  const account = await newAccount(db, origin, 'Hale & Partners')
  await addMember(db, account, 'lawyer')
  const page = await open({ email: account.email })
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', { company_name: 'Roe Ltd' })
  for (const description of ['Call', 'Letter', 'Review'])
    await account.rest('POST', '/time-entries', { client_id: data.id, description, duration: 1 })
  await go(page, '/time?view=list&user_id=none')
  await page.getByRole('row', { name: /Review/ }).waitFor()
  expect(await page.getByLabel('Member', { exact: true }).inputValue()).toBe('none')
  expect(await faults(page, 'time-without-member')).toEqual([])
  await go(page, '/invoices')
  await page.getByText('3 entries without a lawyer').waitFor()
  expect(await faults(page, 'unbilled-without-lawyer')).toEqual([])
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Member').waitFor()
  expect(await faults(page, 'assign')).toEqual([])
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await page.getByText('3 time entries assigned').waitFor()
  await page.getByText('3 entries without a lawyer').waitFor({ state: 'detached' })
  const { data: entries } = await account.rest<{ data: { user_id: string | null }[] }>('GET', '/time-entries')
  expect(entries.every(({ user_id: user }) => user !== null)).toBe(true)
})

it('sets the initials of a member, and lists the API keys that act for one', async () => {
  const { db, origin, open } = world()
  const account = await newAccount(db, origin, 'Hale & Partners')
  await addMember(db, account, 'lawyer')
  const page = await open({ email: account.email })
  await account.key()
  await go(page, '/settings/members')
  const row = page.getByRole('row', { name: /Lawyer/ })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Set initials' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Initials').fill('XY')
  expect(await faults(page, 'initials')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('XY').waitFor()
  await db.run`
    UPDATE api_keys SET acts_for = (SELECT user_id FROM memberships WHERE owner_uuid = ${account.ownerUuid}::text::uuid AND role = 'lawyer')
    WHERE workspace_id = ${await account.workspace()} AND id = (SELECT max(id) FROM api_keys WHERE workspace_id = ${await account.workspace()})`
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await dialog.getByRole('list', { name: 'API keys' }).getByText('acts for the member').waitFor()
  await dialog.getByRole('checkbox', { name: 'Revoke this key' }).waitFor()
  expect(await faults(page, 'remove-with-acting-key')).toEqual([])
})
