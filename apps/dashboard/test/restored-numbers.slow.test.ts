import { createInvoice } from '@matterbase/domain/testing'
import { expect, it } from 'vitest'
import { addMember, newAccount } from './support/account.ts'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

it('after a restore an owner confirms the next number, and then invoices are issued again', async () => {
  const { db, origin, open } = world()
  const account = await newAccount(db, origin)
  const live = await account.workspace()
  await createInvoice(db, live, { number: 'S-1128', status: 'sent', total: 100 })
  const draft = JSON.parse(await createInvoice(db, live, { lines: [{ description: 'Fee', net: 100 }] })) as {
    invoice_id: number
  }
  // As after a restore, but not for the accounts of other tests.
  await db.run`
    INSERT INTO number_confirmations (workspace_id, kind, restored_at)
    SELECT ${live}::int, kind, now() FROM unnest(ARRAY['invoice', 'credit_note']) AS kind`

  const lawyer = await open({ email: await addMember(db, account, 'lawyer') })
  await lawyer.goto(`/invoices/${draft.invoice_id}`)
  await lawyer.getByRole('button', { name: 'Issue', exact: true }).click()
  const issuing = lawyer.getByRole('dialog', { name: 'Issue this invoice for' })
  await issuing.getByRole('button', { name: 'Issue invoice for' }).click()
  await issuing.getByRole('alert').filter({ hasText: 'An owner confirms the next invoice number first' }).waitFor()
  await issuing.getByRole('button', { name: 'Cancel' }).click()
  await go(lawyer, '/invoices')
  await lawyer.getByRole('heading', { name: 'Confirm the next numbers' }).waitFor()
  await lawyer.getByText('Last number in the backup: S-1128').waitFor()
  expect(await lawyer.getByRole('button', { name: 'Confirm the next invoice number' }).count()).toBe(0)

  const page = await open({ email: account.email })
  const colleague = await open({ email: await addMember(db, account, 'owner') })
  for (const one of [page, colleague]) {
    await one.goto('/invoices')
    await one.getByRole('button', { name: 'Confirm the next invoice number' }).click()
  }
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'confirm-number-1280-light')
  expect(await faultsOnPhone(page, 'confirm-number')).toEqual([])
  const dialogOf = (one: typeof page) => one.getByRole('dialog', { name: 'Confirm the next invoice number' })
  const dialog = dialogOf(page)
  expect(await dialog.getByLabel('Next number').inputValue()).toBe('S-1229')
  await dialog.getByLabel('Next number').fill('S-1128')
  await dialog.getByRole('button', { name: 'Confirm number' }).click()
  await dialog.getByText('S-1128 is already the number of another invoice').waitFor()
  await dialog.getByLabel('Next number').fill('S-1131')
  await dialog.getByRole('button', { name: 'Confirm number' }).click()
  await page.getByText('The next invoice gets the number S-1131').waitFor()
  await page.getByRole('button', { name: 'Confirm the next invoice number' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Confirm the next credit note number' }).waitFor()

  // The other owner had the dialog open, with another number.
  await dialogOf(colleague).getByRole('button', { name: 'Confirm number' }).click()
  await dialogOf(colleague).getByText('The next invoice number is already confirmed. It is S-1131.').waitFor()

  await go(lawyer, `/invoices/${draft.invoice_id}`)
  await lawyer.getByRole('button', { name: 'Issue', exact: true }).click()
  await issuing.getByPlaceholder('S-1131').waitFor()
  await issuing.getByRole('button', { name: 'Issue invoice for' }).click()
  await lawyer.getByText('Invoice S-1131 issued').waitFor()
})
