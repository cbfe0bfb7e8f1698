import { mailLinkContext } from '@matterbase/db'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addMember, keyMadeBy, newAccount } from './support/account.ts'
import { findWorkspace, makeLink } from '@matterbase/domain'
import { createInvoice, password } from '@matterbase/domain/testing'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor()

it('opens the profile at /settings, and Back leads past it', async () => {
  const { page } = world()
  await page.goto('/test/matters')
  await heading(page, 'Matters')
  await page.goto('/test/settings')
  await heading(page, 'Profile')
  expect(new URL(page.url()).pathname).toBe('/test/settings/profile')
  await page.goBack()
  await heading(page, 'Matters')
})

it('lists the sessions and ends the others on their next request', async () => {
  const { page, account, open } = world()
  const other = await open({ email: account.email })
  await other.goto('/matters')
  await heading(other, 'Matters')
  await go(page, '/settings/security')
  const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
  await page.getByText('This session').waitFor()
  expect(await rows.count()).toBe(3)
  await screenshot(page, 'security')
  await page.getByRole('button', { name: 'Sign out other sessions' }).click()
  await page.getByText('One session ended').waitFor()
  await expect.poll(() => rows.count()).toBe(2)
  // Not a click, which waits where a request of the page itself has opened the dialog before.
  await other.getByRole('link', { name: 'Clients', exact: true }).dispatchEvent('click')
  await other.getByRole('dialog', { name: 'Sign in again' }).waitFor()
  await page.reload()
  await heading(page, 'Security')
})

it('changes the password, and says at the field what is wrong', async () => {
  const { db, origin, open } = world()
  const { email } = await newAccount(db, origin, 'Changing')
  const page = await open({ email })
  await go(page, '/settings/security')
  await page.getByLabel('Current password').fill('wrong')
  await page.getByLabel('New password').fill('another long one')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Is not your password').waitFor()
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed').waitFor()
  await page.goto('/matters')
  await heading(page, 'Matters')
  const old = await fetch(`${origin}/dash/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(old.status).toBe(401)
})

it('asks for the password again when it was typed long ago, and goes on with what was asked', async () => {
  const { db, origin, open } = world()
  const { email } = await newAccount(db, origin, 'Away for lunch')
  const page = await open({ email })
  await go(page, '/settings/members?new=1')
  await db.run`
    UPDATE sessions SET authenticated_at = now() - interval '11 minutes' FROM users
    WHERE users.id = user_id AND users.email = ${email}`
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await dialog(page, 'Confirm your password')
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Is not your password').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Invitation sent to grace@example.com').waitFor()
})

it('emails an invitation, which lets its reader in, with the role and only what it may see', async () => {
  const { page, open, db, sealer } = world()
  await go(page, '/settings/members')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('Email').fill('dev@example.com')
  await page.getByRole('radio', { name: /^Developer/ }).check()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'members-invite')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Invitation sent to dev@example.com').waitFor()
  const mail = await db.mail.findFirstOrThrow({ where: { recipients: { has: 'dev@example.com' } } })
  const url = sealer.open(mail.link, mailLinkContext(mail.workspace_id, mail.id))
  await page.getByRole('cell', { name: 'dev@example.com', exact: true }).waitFor()

  const theirs = await open()
  await theirs.goto(url)
  await heading(theirs, 'Join Hale & Partners')
  await screenshot(theirs, 'invite')
  expect(await axe(theirs)).toEqual([])
  await theirs.getByLabel('Your name').fill('Dev')
  await theirs.getByLabel('Password').fill(password)
  await theirs.getByRole('button', { name: 'Join' }).click()
  await heading(theirs, 'Home')
  const menu = theirs.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'API keys' }).waitFor()
  expect(await menu.getByRole('link', { name: 'Matters' }).count()).toBe(0)
  for (const path of ['/matters', '/settings/members']) {
    await theirs.goto(path)
    await heading(theirs, 'Your role cannot open this page')
    expect(await axe(theirs)).toEqual([])
  }

  await page.reload()
  await page.getByRole('button', { name: 'Actions for Dev' }).click()
  expect(await axe(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Dev removed').waitFor()
  await theirs.goto('/dev/keys')
  await heading(theirs, 'Sign in')
})

it('lists the keys of who is removed, and revokes them unless they are to stay', async () => {
  const { page, account, db, origin } = world()
  const works = async (key: string) =>
    (await fetch(`${origin}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status === 200
  for (const isKept of [false, true]) {
    const member = await addMember(db, account, 'developer')
    const live = await keyMadeBy(db, account, member, { name: 'Billing sync', scopes: ['matters:read'] })
    const test = await keyMadeBy(db, account, member, {
      name: 'Trial',
      environment: 'test',
      scopes: ['webhooks:write'],
    })
    await go(page, '/settings/members')
    const row = page.getByRole('row').filter({ hasText: member })
    await row.getByRole('button', { name: 'Actions for developer' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    const shown = page.getByRole('dialog').getByRole('list', { name: 'API keys' }).getByRole('listitem')
    await shown.first().waitFor()
    expect(await shown.allInnerTexts()).toEqual([
      'Billing sync live, matters:read, never used',
      'Trial test, webhooks:write, never used',
    ])
    expect(await axe(page)).toEqual([])
    await screenshot(page, 'members-remove')
    const choice = page.getByRole('checkbox', { name: /^Revoke these 2 keys/ })
    expect(await choice.isChecked()).toBe(true)
    if (isKept) await choice.uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('developer removed').waitFor()
    expect([await works(live), await works(test)]).toEqual([isKept, isKept])
  }
})

it('asks what becomes of the keys that are beyond a lower role, and of no others', async () => {
  const { db, origin, open } = world()
  const account = await newAccount(db, origin, 'Two Owners')
  const page = await open({ email: account.email })
  const member = await addMember(db, account, 'owner')
  const wide = { name: 'Reads matters', scopes: ['matters:read', 'webhooks:write'] }
  await keyMadeBy(db, account, member, wide)
  await keyMadeBy(db, account, member, { name: 'Webhooks only', scopes: ['webhooks:write'] })
  await go(page, '/settings/members')
  const row = page.getByRole('row').filter({ hasText: member })
  await row.getByRole('button', { name: 'Actions for owner' }).click()
  await page.getByRole('menuitem', { name: 'Developer' }).click()
  await dialog(page, 'Change the role of owner to developer?')
  const shown = page.getByRole('dialog').getByRole('listitem')
  expect(await shown.allInnerTexts()).toEqual(['Reads matters live, matters:read, webhooks:write, never used'])
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Change role' }).click()
  await row.getByRole('cell', { name: 'Developer', exact: true }).waitFor()
  const keys = await db.apiKey.findMany({ where: { creator: { email: member } }, orderBy: { id: 'asc' } })
  expect(keys.map(({ revoked_at: at }) => at !== null)).toEqual([true, false])
  // Their other keys are within any role that has webhooks: nothing is asked.
  await row.getByRole('button', { name: 'Actions for owner' }).click()
  await page.getByRole('menuitem', { name: 'Owner' }).click()
  await row.getByRole('cell', { name: 'Developer', exact: true }).waitFor({ state: 'detached' })
})

it('lists the links and endpoints that end with a member or with their role', async () => {
  const { db, origin, open } = world()
  const account = await newAccount(db, origin, 'Links of Owners')
  const page = await open({ email: account.email })
  const member = await addMember(db, account, 'owner')
  const { id } = await db.user.findUniqueOrThrow({ where: { email: member } })
  const { owner_uuid: ownerUuid } = await db.account.findUniqueOrThrow({ where: { email: account.email } })
  const invited = { purpose: 'invite', ownerUuid, createdBy: id, email: 'later@example.com', role: 'owner' } as const
  await makeLink(db, origin, invited)
  const workspaceId = await findWorkspace(db, account.email, 'live')
  const data = { workspace_id: workspaceId, secret: Buffer.from(''), created_at: new Date(), created_by: id }
  await db.webhookEndpoint.create({ data: { ...data, url: 'https://theirs.example.com/', events: ['matter.created'] } })
  await go(page, '/settings/members')
  const row = page.getByRole('row').filter({ hasText: member })
  for (const [item, title] of [
    ['Remove', 'Remove owner?'],
    ['Developer', 'Change the role of owner to developer?'],
  ] as const) {
    await row.getByRole('button', { name: 'Actions for owner' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await dialog(page, title)
    const shown = page.getByRole('dialog').getByRole('list', { name: 'Links' }).getByRole('listitem')
    await shown.first().waitFor()
    expect(await shown.allInnerTexts()).toEqual(['later@example.com invitation as owner'])
    const endpoints = page.getByRole('dialog').getByRole('list', { name: 'Webhook endpoints' }).getByRole('listitem')
    expect(await endpoints.allInnerTexts()).toEqual(['https://theirs.example.com/ live, matter.created'])
    expect(await page.getByRole('checkbox', { name: /^Disable this endpoint/ }).isChecked()).toBe(true)
    expect(await axe(page)).toEqual([])
    if (item === 'Remove') await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Change role' }).click()
  await row.getByRole('cell', { name: 'Developer', exact: true }).waitFor()
  expect(await db.oneTimeLink.count({ where: { created_by: id } })).toBe(0)
  expect(await db.webhookEndpoint.count({ where: { created_by: id, is_active: true } })).toBe(0)
})

it('keeps the last owner', async () => {
  const { page } = world()
  await go(page, '/settings/members')
  await page
    .getByRole('button', { name: /Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Lawyer' }).click()
  await page.getByText('This is the last owner. Make another member an owner first.').first().waitFor()
  expect(await page.getByRole('cell', { name: 'Owner', exact: true }).count()).toBe(1)
})

it('shows what happened in the audit log, narrowed and as CSV', async () => {
  const { page, account, db, origin } = world()
  const lawyer = await addMember(db, account, 'lawyer')
  await fetch(`${origin}/dash/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: lawyer, password }),
  })
  const long = { target: `A matter ${'with a long name '.repeat(9)}`, ip: '2001:db8:1111:2222:3333:4444:5555:6666' }
  await db.auditEntry.updateMany({ data: long })
  await go(page, '/settings/audit')
  const table = page.getByRole('table', { name: 'Audit log' })
  await table.getByRole('row').nth(1).waitFor()
  // The last column is within the window, too.
  expect(
    await table.evaluate(
      (shown) => shown.getBoundingClientRect().right - (shown.parentElement?.getBoundingClientRect().right ?? 0),
    ),
  ).toBeLessThanOrEqual(0)
  await page.getByLabel('Email or API key').fill(lawyer)
  await expect.poll(() => page.getByRole('table', { name: 'Audit log' }).getByRole('row').count()).toBe(2)
  await expect.poll(() => new URL(page.url()).searchParams.get('actor')).toBe(lawyer)
  await page.getByRole('button', { name: 'Session started' }).click()
  await page.getByRole('dialog').getByText(long.ip).waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'audit')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('table', { name: 'Audit log' }).getByText(lawyer).filter({ visible: true }).waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const csv = (await (await (await saved).createReadStream()).toArray()).join('')
  expect(csv.split('\r\n')).toHaveLength(3)
  expect(csv).toContain(`${lawyer},session.started`)
})

it('renames the user and the account', async () => {
  const { page } = world()
  for (const [path, name] of [
    ['/settings/profile', 'Ada Lovelace'],
    ['/settings/workspace', 'Lovelace LLP'],
  ] as const) {
    await go(page, path)
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).first().waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(name)
  }
  // Wherever one goes in the settings, what is framed is as wide.
  const widths: number[] = []
  for (const name of ['Profile', 'Security', 'Firm', 'Workspace', 'Data']) {
    await page.getByRole('link', { name, exact: true }).click()
    await heading(page, name)
    const panel = page.getByRole('main').locator('section').first()
    await panel.waitFor()
    widths.push(await panel.evaluate((each) => each.clientWidth))
  }
  expect(new Set(widths).size).toBe(1)
})

it('takes what stands on invoices, says what is wrong with it at its box, and writes as the firm does from then on', async () => {
  const { page, account, db } = world()
  await createInvoice(db, await account.workspace(), { number: 'E-1', total: 1234.5, issueDate: '2026-03-14' })
  await go(page, '/settings/firm')
  await page.getByLabel('Legal name').fill('Lovelace LLP')
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await tab('Bank').click()
  await page.getByLabel('IBAN').fill('DE00 3704 0044 0532 0130 00')
  await tab('Numbers').click()
  await page.getByLabel('Currency').selectOption('EUR')
  await page.getByLabel('Numbers and dates').selectOption('de-DE')
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  // The tab of the box opens.
  await page.getByText('Is not an IBAN').waitFor()
  await page.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'firm-1280-light')
  expect(await faultsOnPhone(page, 'firm')).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Invoices' }).click()
  await page.getByRole('cell', { name: '1.234,50 €' }).waitFor()
  await page.getByRole('cell', { name: '14. März 2026' }).waitFor()
  // And takes days so, whatever the language of the browser.
  await page.getByRole('link', { name: 'New invoice' }).click()
  const due = page.getByLabel('Due')
  const becomes = async (typed: string, written: string) => {
    await due.fill(typed)
    await due.press('Tab')
    await expect.poll(() => due.inputValue()).toBe(written)
  }
  await becomes('3.4.27', '3. Apr. 2027')
  await becomes('14 mär 2027', '14. März 2027')
  await due.press('ArrowUp')
  expect(await due.inputValue()).toBe('15. März 2027')
  await becomes('soon', 'soon')
  await page.getByText(/^Enter a day such as \d+\. \p{L}+/u).waitFor()
  expect(await due.getAttribute('aria-invalid')).toBe('true')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Create draft' }).click()
  // It is not sent, and no bubble of the browser says so.
  await expect.poll(() => due.evaluate((box) => box.matches(':focus'))).toBe(true)
  expect(await due.inputValue()).toBe('soon')
  await page.getByText(/^Enter a day such as/).waitFor()
  await becomes('', '')
  await becomes('2027-03-14', '14. März 2027')
  // The browser's calendar stands behind the box.
  await page.locator('input[type=date]').last().fill('2027-03-20')
  expect(await due.inputValue()).toBe('20. März 2027')
  expect(await faultsOnPhone(page, 'day-field')).toEqual([])
})

it('keeps live and test apart, and says TEST in the address, the title and the icon', async () => {
  const { page, account } = world()
  await account.rest('POST', '/matters', { title: 'Only in test' }, 'test')
  await page.goto('/matters')
  await heading(page, 'Matters')
  expect(await page.getByText('Only in test').count()).toBe(0)
  await page.getByRole('group', { name: 'Workspace' }).getByRole('link', { name: 'Test' }).click()
  await page.waitForURL('**/test/matters')
  await page.getByRole('link', { name: 'Only in test' }).waitFor()
  expect(await page.title()).toContain('TEST')
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('/favicon-test.svg')
  await page.getByText('TEST workspace').waitFor()
  // A link into live opens live, wherever one was.
  await page.goto('/matters')
  await heading(page, 'Matters')
  expect(await page.title()).not.toContain('TEST')
  expect(await page.getByText('Only in test').count()).toBe(0)
})
