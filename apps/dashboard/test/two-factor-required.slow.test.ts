import { password, totpCode } from '@matterbase/domain/testing'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addMember, newAccount } from './support/account.ts'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const stepNow = () => Math.floor(Date.now() / 30_000)

/** From the button to the recovery codes. */
async function setUp(page: Page) {
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: 'QR code with the secret' }).waitFor()
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, stepNow()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  await page.getByRole('button', { name: 'I have saved them' }).click()
}

it('is required by an owner who has it, and set up by a member at the next sign-in, before anything else', async () => {
  const { db, origin, open } = world()
  const account = await newAccount(db, origin, 'Strict & Partners')
  const email = await addMember(db, account, 'lawyer')
  const page = await open({ email: account.email })
  await go(page, '/settings/members')
  expect(await page.getByRole('button', { name: 'Require for all members' }).isDisabled()).toBe(true)
  await go(page, '/settings/security')
  await setUp(page)
  await page.getByText('10 recovery codes are left').waitFor()
  const theirs = await open({ email })
  await go(theirs, '/matters')

  await go(page, '/settings/members')
  await page.getByRole('button', { name: 'Require for all members' }).click()
  await page.getByText('One member has not set it up.').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Require for all members', exact: true }).click()
  await page.getByText('Required for all members. One member has not set it up yet.').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'members-two-factor')
  await go(page, '/settings/security')
  await page.getByText('One of your accounts requires two-factor authentication.').waitFor()
  expect(await page.getByRole('button', { name: 'Turn off' }).count()).toBe(0)

  // The open session can only set it up. The page finds out with its next request, which may come before this one.
  const clients = theirs.getByRole('link', { name: 'Clients', exact: true })
  void clients.click({ timeout: 10_000 }).catch(() => undefined)
  await heading(theirs, 'Set up two-factor authentication')
  await theirs.getByRole('button', { name: 'Sign out' }).click()
  await heading(theirs, 'Sign in')

  await theirs.goto('/matters')
  await theirs.getByLabel('Email').fill(email)
  await theirs.getByLabel('Password').fill(password)
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await heading(theirs, 'Set up two-factor authentication')
  await theirs.getByText('Strict & Partners requires two-factor authentication for all members.').waitFor()
  expect(await theirs.getByRole('navigation').count()).toBe(0)
  expect(await axe(theirs)).toEqual([])
  await screenshot(theirs, 'two-factor-enrolment')
  await setUp(theirs)
  await heading(theirs, 'Matters')
  await page.goto('/settings/members')
  await page.getByText('Required for all members. All of them have set it up.').waitFor()
})

it('asks for the password where it was typed long ago', async () => {
  const { db, origin, open } = world()
  const { email } = await newAccount(db, origin, 'Long Ago')
  await db.run`UPDATE accounts SET requires_two_factor = true WHERE email = ${email}`
  const page = await open({ email, viewport: { width: 390, height: 844 } })
  await db.run`
    UPDATE sessions SET authenticated_at = now() - interval '11 minutes' FROM users
    WHERE users.id = user_id AND users.email = ${email}`
  await page.goto('/')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code with the secret' }).waitFor()
  expect(await axe(page)).toEqual([])
})
