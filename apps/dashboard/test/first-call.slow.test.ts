import { password } from '@matterbase/domain/testing'
import { expect, it } from 'vitest'
import { newAccount } from './support/account.ts'
import { axe } from './support/axe.ts'
import { screenshot } from './support/screenshot.ts'
import { outcomeOf } from './support/snippets.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

it('leads from the first sign-in to the first successful call by the checklist, which ticks by itself', async () => {
  const { db, origin, open } = world()
  const { email } = await newAccount(db, origin)
  const page = await open()
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const steps = page.locator('section', { hasText: 'Connect another system' })
  await steps.getByText('0 of 4 done').waitFor()
  await page.getByRole('link', { name: 'Create an API key' }).click()
  await page.getByLabel('Name').fill('First')
  await page.getByRole('button', { name: 'Create key' }).click()
  const curl = page.locator('[data-snippet=curl]')
  await curl.waitFor()
  const code = await curl.innerText()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await steps.getByText('1 of 4 done').waitFor()
  // In a shell beside the browser; the page is not touched any more.
  expect(await outcomeOf({ label: 'curl', code })).toBe('it worked')
  await steps.getByText('2 of 4 done').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'first-call-1280-light')
})

it('goes on to the first event without leaving this server: the test inbox ticks the rest', async () => {
  const { account, page } = world()
  await account.rest('GET', '/me')
  await page.goto('/dev/inbox')
  await page.getByRole('button', { name: 'Create test inbox' }).click()
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const steps = page.locator('section', { hasText: 'Connect another system' })
  await steps.getByText('3 of 4 done').waitFor()
  await account.rest('POST', '/matters', { title: 'Hale' })
  await steps.waitFor({ state: 'detached' })
  await page.goto('/dev/inbox')
  await expect.poll(() => page.getByRole('region', { name: 'matter.created' }).count()).toBe(1)
})
