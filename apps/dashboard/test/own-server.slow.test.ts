import { createInvoice } from '@matterbase/domain/testing'
import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember, newAccount, signInTo } from './support/account.ts'
import type { Account } from './support/account.ts'
import { axe } from './support/axe.ts'
import { freePort } from '@matterbase/config/testing'
import { startProgram, untilReady } from './support/program.ts'
import type { Program } from './support/program.ts'
import { screenshot } from './support/screenshot.ts'
import { environmentOf } from './support/service.ts'
import { takeWindow } from './support/windows.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
let database: TestDatabase
let api: Program
let origin: string
let account: Account
let page: Page
/** What the server said of its own failures. */
const failures: string[] = []

/** A server of this file's own, which may go down and break. At first the whole network can reach it. */
beforeAll(async () => {
  database = await createTestDatabase()
  origin = `http://localhost:${await freePort()}`
  // And without a mail server.
  const { SMTP_URL: _server, MAIL_FROM: _from, ...rest } = environmentOf(origin, database.url)
  environment = rest
  await start('0.0.0.0')
  account = await newAccount(database.db, origin)
  page = await openAs(account.email)
})
afterAll(async () => {
  await page.context().close()
  await api.stop()
  await database.close()
})

let environment: Record<string, string>
async function start(host = '127.0.0.1') {
  api = startProgram('api', { ...environment, HOST: host }, (line) => void failures.push(line))
  await Promise.race([untilReady(origin), api.ended])
}

async function openAs(email: string) {
  const { page } = await takeWindow(origin, { fresh: true })
  const context = page.context()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInTo(database.db, context, origin, email)
  return page
}

const exposed = 'Other machines can reach this server, but PUBLIC_URL does not use HTTPS.'

it('tells owners and developers that the server is not encrypted and what to do, and nobody else', async () => {
  await page.goto('/settings/profile')
  await page.getByRole('alert').filter({ hasText: exposed }).waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'exposed-1280-light')
  for (const role of ['developer', 'lawyer'] as const) {
    const theirs = await openAs(await addMember(database.db, account, role))
    await theirs.goto('/settings/profile')
    await theirs.getByRole('heading', { level: 1 }).waitFor()
    if (role === 'developer') await theirs.getByRole('alert').filter({ hasText: exposed }).waitFor()
    else expect(await theirs.getByText(exposed).count()).toBe(0)
    await theirs.context().close()
  }
})

it('shows the link of an invitation and of a new password where there is no mail server', async () => {
  await addMember(database.db, account, 'lawyer')
  await page.goto('/settings/members')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('Email').fill('dev@example.com')
  await page.getByText('the address is not verified').waitFor()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('dialog', { name: 'Invitation for dev@example.com' }).waitFor()
  expect(await page.getByLabel('Link').inputValue()).toMatch(/\/invite\/[\w-]{43}$/)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Actions for lawyer' }).first().click()
  await page.getByRole('menuitem', { name: 'Create a reset link' }).click()
  await page.getByRole('dialog', { name: 'Password reset for lawyer' }).waitFor()
  expect(await page.getByLabel('Link').inputValue()).toMatch(/\/reset\/[\w-]{43}$/)
  await page.getByRole('button', { name: 'Done' }).click()
})

it('says what is missing to send an invoice where there is no mail server, and copies its link all the same', async () => {
  const invoice = await createInvoice(database.db, await account.workspace(), {
    number: 'A-1',
    total: 120,
    status: 'sent',
  })
  const { invoice_id: id } = JSON.parse(invoice) as { invoice_id: number }
  await page.goto(`/invoices/${id}`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send invoice A-1' })
  await dialog.getByText('Email is not set up.').waitFor()
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'invoice-send-without-mail')
  expect(await dialog.getByRole('button', { name: 'Send' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Link copied').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(await (await fetch(link)).text()).toContain('120')
})

it('says nothing where only its own machine can reach it', async () => {
  const { page: local } = world()
  await local.goto('/settings/profile')
  await local.getByRole('heading', { level: 1 }).waitFor()
  expect(await local.getByText(exposed).count()).toBe(0)
})

const away = () => page.getByRole('alert').filter({ hasText: 'Your changes are still here' })

it('says that the server is away, keeps what was typed and the timer, and goes on with another try', async () => {
  await page.goto('/matters')
  await page.getByRole('banner').getByRole('button', { name: 'Start timer', disabled: false }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('timer').waitFor()
  const startedAt = async () => (await database.db.timer.findMany()).map(({ started_at }) => started_at)
  const before = await startedAt()
  expect(before).toHaveLength(1)
  await page.goto('/time')
  await page.getByRole('table', { name: 'Hours by matter and day' }).waitFor()
  const line = page.getByLabel('Duration and description of your work')
  await line.fill('1h 12m Doe call')
  await api.stop()
  await line.press('Enter')
  await away().waitFor()
  expect(await line.inputValue()).toBe('1h 12m Doe call')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'server-away-1280-light')
  await away().getByRole('button', { name: 'Try again' }).click()
  await away().waitFor()
  await start()
  await away().waitFor({ state: 'detached' })
  await line.press('Enter')
  await page.getByText('1 h 12 min recorded').waitFor()
  expect(await account.rest('GET', '/time-entries')).toMatchObject({ count: 1, data: [{ description: 'Doe call' }] })
  await page.reload()
  await page.getByRole('timer').waitFor()
  await expect.poll(() => page.title()).toMatch(/^0:\d\d · /)
  expect(await startedAt()).toEqual(before)
})

it('shows the request id of a failure, to be copied, and another try that works once it is mended', async () => {
  await database.db.run`ALTER TABLE clients RENAME TO clients_away`
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.status() === 500),
    page.goto('/clients'),
  ])
  expect(answer.url()).toContain('/dash/v1/live/clients')
  const shown = page.getByRole('main').getByRole('alert')
  const id = await shown.locator('code').innerText()
  expect(failures.some((line) => line.includes(id))).toBe(true)
  await shown.getByRole('button', { name: 'Copy request ID' }).click()
  await shown.getByText('request ID copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'failure-1280-light')
  await database.db.run`ALTER TABLE clients_away RENAME TO clients`
  await shown.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Clients are the people and companies you work for.').waitFor()
})

const outOfDate = () => page.getByRole('alert').filter({ hasText: 'Last refreshed' })

it('says of what could not be refreshed from when it is, and goes on by itself once the server answers', async () => {
  await account.rest('POST', '/matters', { title: 'Hale' })
  await page.goto('/dev/events')
  const shown = page.getByRole('link', { name: 'matter.created' })
  await shown.waitFor()
  await database.db.run`ALTER TABLE events RENAME TO events_away`
  await outOfDate().filter({ hasText: 'This page could not be refreshed.' }).waitFor()
  expect(await shown.isVisible()).toBe(true)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'out-of-date-1280-light')
  await database.db.run`ALTER TABLE events_away RENAME TO events`
  await outOfDate().waitFor({ state: 'detached' })
  await api.stop()
  await outOfDate().filter({ hasText: 'The server cannot be reached.' }).waitFor()
  // A page whose file was not loaded before: it is shown once the server is back.
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await start()
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
  await outOfDate().waitFor({ state: 'detached' })
})

it('keeps a form where it is when what it was made of cannot be asked for again', async () => {
  await page.goto('/leads/form')
  await page.getByLabel('Address', { exact: true }).fill('hale')
  await page.route('**/dash/v1/live/intake-form', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: { error: 'No' } }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await outOfDate().waitFor()
  expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('hale')
  await page.unrouteAll()
  await outOfDate().getByRole('button', { name: 'Try again' }).click()
  await outOfDate().waitFor({ state: 'detached' })
})

it('loads the page again, once, when an upgrade has replaced the file of the page that is gone to', async () => {
  await page.goto('/matters')
  await page.getByRole('heading', { level: 1, name: 'Matters' }).waitFor()
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  await page.route(/assets\/client-list-/, (route) => (loads === 0 ? route.fulfill({ status: 404 }) : route.continue()))
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
  expect(loads).toBe(1)
  // Where it is gone for good, the page says so.
  await page.route(/assets\/lead-board-/, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Leads', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor()
})
