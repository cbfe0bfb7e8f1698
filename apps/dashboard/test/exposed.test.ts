import { createTestDatabase } from '@matterbase/db/testing'
import type { TestDatabase } from '@matterbase/db/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember, newAccount, signInTo } from './support/account.ts'
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

/** A server of this file's own, which the whole network can reach. */
beforeAll(async () => {
  database = await createTestDatabase()
  origin = `http://localhost:${await freePort()}`
  api = startProgram('api', { ...environmentOf(origin, database.url), HOST: '0.0.0.0' })
  await Promise.race([untilReady(origin), api.ended])
  account = await newAccount(database.db, origin)
})
afterAll(async () => {
  await api.stop()
  await database.close()
})

async function openAs(email: string) {
  const context = await world().browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } })
  await signInTo(context, origin, email)
  const page = await context.newPage()
  await page.goto('/settings/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const banner = 'This server is not encrypted and listens to the whole network.'

it('tells owners and developers that the server is not encrypted and what to do, and nobody else', async () => {
  for (const role of ['owner', 'developer'] as const) {
    const page = await openAs(role === 'owner' ? account.email : await addMember(database.db, account, role))
    await page.getByRole('alert').filter({ hasText: banner }).waitFor()
    if (role === 'owner') {
      expect(await axe(page)).toEqual([])
      await screenshot(page, 'exposed-1280-light')
    }
    await page.context().close()
  }
  const lawyer = await openAs(await addMember(database.db, account, 'lawyer'))
  expect(await lawyer.getByText(banner).count()).toBe(0)
  await lawyer.context().close()
})

it('says nothing where only its own machine can reach it', async () => {
  const { page } = world()
  await page.goto('/settings/profile')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByText(banner).count()).toBe(0)
})
