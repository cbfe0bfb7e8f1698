import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { faultsOnPhone } from './support/phone.ts'
import { screenshot } from './support/screenshot.ts'
import { holdAnswers, releaseAnswers } from './support/stillness.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const slug = `hale-${randomUUID().slice(0, 8)}`
const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const

it('is set up in the dashboard, with a preview and a code to embed it', async () => {
  const { page } = world()
  await go(page, '/leads/form')
  await page.getByLabel('Address').fill('No spaces')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Must be 3 to 63 small letters').waitFor()
  await page.getByLabel('Address').fill(slug)
  await page.getByLabel('Introduction').fill('Tell us what happened. We answer within a day.')
  await page.getByLabel('Practice areas').fill('Family\nPersonal injury')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your form is open').waitFor()
  expect(await page.locator('[data-snippet=HTML]').textContent()).toContain(`/intake/${slug}"`)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'intake-settings-1280-light')
  expect(await faultsOnPhone(page, 'intake-settings')).toEqual([])
})

it('works without JavaScript and without cookies, and makes a lead', async () => {
  const { open, page } = world()
  const visitor = await open({ javaScriptEnabled: false })
  await visitor.goto(`/intake/${slug}`)
  await screenshot(visitor, 'intake-1280-light')
  await visitor.getByText('Hale & Partners', { exact: true }).first().waitFor()
  expect(await visitor.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Geist')
  await visitor.getByLabel('Email').fill('nope')
  await visitor.getByLabel('What happened?').fill('I fell.')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await visitor.getByRole('link', { name: 'Email must be an email address' }).waitFor()
  expect(await visitor.getByLabel('What happened?').inputValue()).toBe('I fell.')
  await visitor.getByLabel('Email').fill('ann@example.com')
  await visitor.getByLabel('First name').fill('Ann')
  await visitor.getByLabel('What is it about?').selectOption('Personal injury')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await visitor.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(await visitor.context().cookies()).toEqual([])
  await go(page, '/leads?view=list')
  await page.getByRole('row', { name: /Ann.*Intake form/ }).waitFor()
})

it('does not move and has no accessibility faults on a phone, in the dark, with errors shown and when it is done', async () => {
  const { open } = world()
  const visitor = await open({ ...phone, fresh: true })
  await holdAnswers(visitor)
  await visitor.goto(`/intake/${slug}`)
  expect(await releaseAnswers(visitor)).toEqual([])
  expect(await axe(visitor)).toEqual([])
  await screenshot(visitor, 'intake-390-dark')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await visitor.getByRole('alert').waitFor()
  expect(await axe(visitor)).toEqual([])
  await screenshot(visitor, 'intake-errors-390-dark')
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await visitor.getByLabel('First name').fill('Bea')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await visitor.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(await axe(visitor)).toEqual([])
})

it('works inside a frame of another site', async () => {
  const { open, origin } = world()
  const visitor = await open()
  const other = origin.replace('127.0.0.1', 'localhost')
  await visitor.goto(`/intake/no-such-form`)
  expect(await axe(visitor)).toEqual([])
  const response = await fetch(`${other}/intake/${slug}`)
  expect(response.headers.get('content-security-policy')).not.toContain('frame-ancestors')
  expect(response.headers.get('x-frame-options')).toBeNull()
})
