import { password, totpCode } from '@matterbase/domain/testing'
import { makeLink, makeResetLink } from '@matterbase/domain'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newAccount } from './support/account.ts'
import { axe } from './support/axe.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

async function fill(page: Page, email: string, typed = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(typed)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const stepNow = () => Math.floor(Date.now() / 30_000)

it('says the same of a wrong password and of an unknown email, and lets the right ones in to the page that was wanted', async () => {
  const { account, open } = world()
  const page = await open()
  await page.goto('/matters?status=On+Hold')
  await heading(page, 'Sign in')
  const said: (string | null)[] = []
  for (const email of [account.email, 'nobody@example.com']) {
    await fill(page, email, 'not this one')
    await page.getByRole('alert').waitFor()
    said.push(await page.getByRole('alert').textContent())
  }
  expect(said).toEqual(Array.from({ length: 2 }, () => 'The email address or the password is wrong'))
  expect(await axe(page)).toEqual([])
  await fill(page, account.email)
  await heading(page, 'Matters')
  expect(new URL(page.url()).search).toBe('?status=On+Hold')
})

it('says below a field what is missing in it, until it is typed', async () => {
  const page = await world().open()
  await page.goto('/')
  await heading(page, 'Sign in')
  const [email, submit] = [page.getByLabel('Email'), page.getByRole('button', { name: 'Sign in' })]
  const said = () => page.getByRole('alert').allTextContents()
  await submit.click()
  expect(await said()).toEqual(['Fill this in.', 'Fill this in.'])
  expect(await email.evaluate((input) => input === document.activeElement)).toBe(true)
  await email.fill('unknown')
  await submit.click()
  expect(await said()).toEqual(['Enter an email address such as name@example.com.', 'Fill this in.'])
  expect(await axe(page)).toEqual([])
  await email.fill('unknown@example.com')
  expect(await said()).toEqual(['Fill this in.'])
})

it('shows nothing of the account after signing out, not even to Back', async () => {
  const { account, open } = world()
  await account.rest('POST', '/matters', { title: 'Hale v. Northgate' })
  const page = await open({ email: account.email })
  await page.goto('/clients')
  await page.getByRole('link', { name: 'Matters', exact: true }).click()
  await page.getByRole('link', { name: 'Hale v. Northgate' }).waitFor()
  await page.getByRole('button', { name: 'Hale & Partners' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await heading(page, 'Sign in')
  await page.goBack()
  await heading(page, 'Sign in')
  await page.goto('/matters')
  await heading(page, 'Sign in')
  expect(await page.getByText('Hale v. Northgate').count()).toBe(0)
})

it('is switched to a second factor, which then is asked for, and whose recovery codes do as well', async () => {
  const { db, origin, open } = world()
  const { email } = await newAccount(db, origin, 'Two Factors')
  const page = await open({ email })
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('img', { name: 'QR code with the secret' }).waitFor()
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'security-totp')
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Is not the code that your authenticator app shows now').waitFor()
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, stepNow()))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 recovery codes are left').waitFor()

  const second = await open()
  await second.goto('/sign-in')
  await fill(second, email)
  await heading(second, 'Two-factor authentication')
  expect(await axe(second)).toEqual([])
  // That of now was used: the one after it counts too, as clocks differ.
  await second.getByLabel('Code').fill(totpCode(secret, stepNow() + 1))
  await second.getByRole('button', { name: 'Continue' }).click()
  await heading(second, 'Home')

  const third = await open()
  await third.goto('/sign-in')
  await fill(third, email)
  await third.getByRole('button', { name: 'Use a recovery code' }).click()
  await third.getByLabel('Recovery code').fill(codes[0] ?? '')
  await third.getByRole('button', { name: 'Continue' }).click()
  await heading(third, 'Home')
  await third.goto('/settings/security')
  await third.getByText('9 recovery codes are left').waitFor()
})

it('sets a new password by a reset link, once', async () => {
  const { db, origin, open } = world()
  const { email } = await newAccount(db, origin, 'Forgetful')
  const { url } = await makeResetLink(db, { email, publicUrl: origin })
  const page = await open({ viewport: { width: 390, height: 844 } })
  await page.goto(url)
  await heading(page, 'Choose a new password')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByLabel('New password').fill('password123')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Is too common. Choose another one').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'reset-390')
  await page.getByLabel('New password').fill('a few words do well')
  await page.getByRole('button', { name: 'Set password' }).click()
  await heading(page, 'Home')
  await page.goto(url)
  await heading(page, 'This link does not work')
  expect(await axe(page)).toEqual([])
})

it('does not set up a server again that has an account', async () => {
  const { db, origin, open } = world()
  const { url } = await makeLink(db, origin, { purpose: 'setup' })
  const page = await open()
  await page.goto(url)
  await heading(page, 'Set up Matterbase')
  await screenshot(page, 'set-up')
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Your name').fill('Eve')
  await page.getByLabel('Email').fill('eve@example.com')
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('This link was used or has expired').waitFor()
})

it('can be done with the keyboard alone', async () => {
  const { account, open } = world()
  const page = await open()
  await page.goto('/sign-in')
  await heading(page, 'Sign in')
  await page.keyboard.type(account.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await heading(page, 'Home')
  expect(new URL(page.url()).pathname).toBe('/')
})
