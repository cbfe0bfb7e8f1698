import { createDocument, findWorkspaceOf, systemActor, write } from '@matterbase/domain'
import { password } from '@matterbase/domain/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addMember, newAccount } from './support/account.ts'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** A document of the account in live, straight in the database. */
async function makeDocument(title: string, isSigned: boolean): Promise<number> {
  const { account, db, sealer } = world()
  const workspace = await findWorkspaceOf(db, account.email, 'live')
  const letter = { title, signerName: 'Jane Doe', signerEmail: 'jane@doe.example', text: 'x'.repeat(3_000), sealer }
  const { id } = await write(db, workspace.workspaceId, (tx) => createDocument(tx, systemActor(workspace), letter))
  if (isSigned) await db.run`UPDATE documents SET status = 'signed', signed_at = now() WHERE document_id = ${id}`
  return id
}

const forgetPassword = (email: string) => world().db.run`
  UPDATE sessions SET authenticated_at = now() - interval '11 minutes' FROM users
  WHERE users.id = user_id AND users.email = ${email}`

async function typePassword(page: Page) {
  await page.getByRole('dialog', { name: 'Confirm your password' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
}

describe('the storage of an account', () => {
  it('says that nothing is stored, and the limit', async () => {
    const { db, origin, open } = world()
    const page = await open({ email: (await newAccount(db, origin)).email })
    await page.goto('/settings/data')
    await page.getByText('This account stores nothing yet.').waitFor()
    await page.getByText('0 bytes of 20 GiB used').waitFor()
    expect(await axe(page)).toEqual([])
  })

  it('is shown by kind and workspace, on a phone too', async () => {
    const { page } = world()
    await makeDocument('Lease', false)
    await page.goto('/settings/data')
    const table = page.getByRole('table', { name: 'Storage by kind' })
    const row = table.getByRole('row', { name: 'Documents' })
    await row.waitFor()
    expect(await row.getByRole('cell').allTextContents()).toEqual(['Documents', 'Live', '1', '2.9 KiB'])
    await page.getByRole('meter', { name: 'Storage used' }).waitFor()
    expect(await axe(page)).toEqual([])
    await screenshot(page, 'data-1280-light')
    expect(await faultsOnPhone(page, 'data')).toEqual([])
  })

  it('loads, and says why it could not be loaded until it can', async () => {
    const { page } = world()
    const answer = Promise.withResolvers<void>()
    await page.route('**/dash/v1/storage', async (route) => {
      await answer.promise
      await route.fulfill({ status: 429, json: { error: 'Too many requests; try again', code: 'rate_limited' } })
    })
    await page.goto('/settings/data')
    await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor()
    answer.resolve()
    await page.getByText('Too many requests; try again').waitFor()
    expect(await axe(page)).toEqual([])
    await page.unroute('**/dash/v1/storage')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Storage by kind' }).waitFor()
  })

  it('is for owners only, and so is the retention', async () => {
    const { account, db, open } = world()
    const page = await open({ email: await addMember(db, account, 'lawyer') })
    await page.goto('/settings/data')
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor()
    for (const name of ['Storage', 'Document retention'])
      expect(await page.getByRole('heading', { name, exact: true }).count()).toBe(0)
  })
})

it('takes the years after which documents are deleted, with the password, and takes them back', async () => {
  const { account, db, page } = world()
  const years = page.getByLabel('Delete documents after (years)')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const stored = async () =>
    (await db.firmProfile.findUnique({ where: { workspace_id: await account.workspace() } }))?.document_years
  await go(page, '/settings/data')
  await years.fill('0')
  await save.click()
  await page.getByText('Must be at least 1').waitFor()
  expect(await axe(page)).toEqual([])
  await forgetPassword(account.email)
  await years.fill('10')
  await save.click()
  await typePassword(page)
  await page.getByText('Saved', { exact: true }).first().waitFor()
  expect(await stored()).toBe(10)
  await page.reload()
  await expect.poll(() => years.inputValue()).toBe('10')
  // The form of the firm leaves it as it is.
  await go(page, '/settings/firm')
  await page.getByLabel('Legal name').fill('Lovelace LLP')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  expect(await stored()).toBe(10)
  await go(page, '/settings/data')
  await years.fill('')
  await save.click()
  await expect.poll(stored).toBe(null)
})

describe('a document', () => {
  it('is deleted after a question', async () => {
    const { page } = world()
    await go(page, `/documents/${await makeDocument('Draft', false)}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('The content and the signing link will be deleted.').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete document' }).click()
    await page.getByText('Document deleted').waitFor()
    expect(await world().db.document.count({ where: { title: 'Draft' } })).toBe(0)
  })

  it('that is signed is deleted by an owner only, who types its title and the password', async () => {
    const { account, db, open, page } = world()
    const id = await makeDocument('Signed letter', true)
    const lawyer = await open({ email: await addMember(db, account, 'lawyer') })
    await lawyer.goto(`/documents/${id}`)
    await lawyer.getByRole('button', { name: 'Print evidence' }).waitFor()
    expect(await lawyer.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0)
    await forgetPassword(account.email)
    await go(page, `/documents/${id}`)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const remove = page.getByRole('button', { name: 'Delete document' })
    expect(await remove.isDisabled()).toBe(true)
    await page.getByText('the audit log keeps the hash of the content').waitFor()
    await page.getByLabel('Type “Signed letter” to continue').fill('Signed letter')
    await remove.click()
    await typePassword(page)
    await page.getByText('Document deleted').waitFor()
    const [entry] = await db.auditEntry.findMany({
      where: { action: 'document.deleted', target: `Signed letter (${id})` },
    })
    expect(entry).toMatchObject({ actor: account.email, details: { status: 'signed', sha256: expect.any(String) } })
  })
})
