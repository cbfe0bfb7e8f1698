import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAccount, signInTo } from './support/account.ts'
import type { Account } from './support/account.ts'
import { axe } from './support/axe.ts'
import { freePort, startProgram, untilReady } from './support/program.ts'
import type { Program } from './support/program.ts'
import { screenshot } from './support/screenshot.ts'
import { environmentOf } from './support/service.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
let database: TestDatabase
let api: Program
let origin: string
let account: Account
let page: Page
/** What the server said of its own failures. */
const failures: string[] = []

/** A server of this file's own, which may go down and break. */
beforeAll(async () => {
  database = await createTestDatabase()
  origin = `http://localhost:${await freePort()}`
  environment = environmentOf(origin, database.url)
  await start()
  account = await newAccount(database.db, origin)
  const context = await world().browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(30_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInTo(context, origin, account.email)
  page = await context.newPage()
})
afterAll(async () => {
  await page.context().close()
  await api.stop()
  await database.close()
})

let environment: Record<string, string>
async function start() {
  api = startProgram('api', environment, (line) => void failures.push(line))
  await Promise.race([untilReady(origin), api.ended])
}

const banner = () => page.getByRole('alert').filter({ hasText: 'What you typed is still here' })

it('says that the server is away, keeps what was typed, and goes on with another try', async () => {
  await page.goto('/time')
  await page.getByText('No time is recorded in this week.').waitFor()
  const line = page.getByLabel('What you did and how long it took')
  await line.fill('1h 12m Doe call')
  await api.stop()
  await line.press('Enter')
  await banner().waitFor()
  expect(await line.inputValue()).toBe('1h 12m Doe call')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'server-away-1280-light')
  await banner().getByRole('button', { name: 'Try again' }).click()
  await banner().waitFor()
  await start()
  await banner().waitFor({ state: 'detached' })
  await line.press('Enter')
  await page.getByText('1 h 12 min recorded').waitFor()
  expect(await account.rest('GET', '/time-entries')).toMatchObject({ count: 1, data: [{ description: 'Doe call' }] })
})

it('has the timer run on through a restart of the server', async () => {
  await page.goto('/matters')
  await page.getByRole('banner').getByRole('button', { name: 'Start timer', disabled: false }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('timer').waitFor()
  const startedAt = async () => (await database.db.timer.findMany()).map(({ started_at }) => started_at)
  const before = await startedAt()
  expect(before).toHaveLength(1)
  await api.stop()
  await start()
  await page.reload()
  await page.getByRole('timer').waitFor()
  await expect.poll(() => page.title()).toMatch(/^0:0\d · /)
  expect(await startedAt()).toEqual(before)
})

it('shows the request id of a failure, to be copied, and another try that works once it is mended', async () => {
  await database.db.$executeRaw`ALTER TABLE clients RENAME TO clients_away`
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.status() === 500),
    page.goto('/clients'),
  ])
  expect(answer.url()).toContain('/dash/v1/live/clients')
  const shown = page.getByRole('main').getByRole('alert')
  const id = await shown.locator('code').innerText()
  expect(failures.some((line) => line.includes(id))).toBe(true)
  await shown.getByRole('button', { name: 'Copy request id' }).click()
  await shown.getByText('request id copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'failure-1280-light')
  await database.db.$executeRaw`ALTER TABLE clients_away RENAME TO clients`
  await shown.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Clients are the people and companies you work for.').waitFor()
})
