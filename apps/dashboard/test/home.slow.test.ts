import { noteWorkToCheck } from '@matterbase/domain'
import { createInvoice, createKey } from '@matterbase/domain/testing'
import { expect, it } from 'vitest'
import { addMember } from './support/account.ts'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

it('begins with the practice for a lawyer, and for a developer with a checklist that ticks by itself', async () => {
  const { page: owner, account, db, origin, open } = world()
  await owner.goto('/')
  await owner.getByText('First steps').waitFor()
  expect(await owner.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'First steps',
    'Connect another system',
  ])
  await screenshot(owner, 'home-owner-new')
  expect(await axe(owner)).toEqual([])
  const lawyer = await open({ email: await addMember(db, account, 'lawyer') })
  await lawyer.goto('/')
  await lawyer.getByText('First steps').waitFor()
  await lawyer.getByText('Recorded today').waitFor()
  expect(await lawyer.getByText(/API|curl|webhook/i).count()).toBe(0)
  const page = await open({ email: await addMember(db, account, 'developer') })
  await go(page, '/')
  const list = page.getByRole('listitem')
  const step = (name: string) => list.filter({ hasText: name })
  await step('Create an API key').getByRole('img', { name: 'To do' }).waitFor()
  const { key } = await createKey(db, {
    email: account.email,
    name: 'First',
    environment: 'live',
    tier: 'free',
    scopes: ['matters:read'],
  })
  await step('Create an API key').getByRole('img', { name: 'Done' }).waitFor()
  await screenshot(page, 'home-checklist')
  expect(await axe(page)).toEqual([])
  const curl = (await page.locator('[data-snippet=curl]').textContent()) ?? ''
  expect(curl).toContain(`'${origin}/api/v1/me'`)
  const { execFileSync } = await import('node:child_process')
  const answer = execFileSync('sh', ['-c', curl], {
    env: { ...process.env, MATTERBASE_API_KEY: key },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  expect(JSON.parse(answer.toString())).toMatchObject({ key: { name: 'First' } })
  await step('Make your first API call').getByRole('img', { name: 'Done' }).waitFor()
})

it('shows the day: time, money, invoices, leads, and matters without time', async () => {
  const { page, account, db } = world()
  await account.rest('POST', '/matters', { title: 'Forgotten matter' })
  await account.rest('POST', '/time-entries', { duration: 1.5, rate: 100 })
  const { data: client } = await account.rest<{ data: { id: number } }>('POST', '/clients', {
    company_name: `Late Ltd ${'& Sons '.repeat(12)}`,
  })
  await createInvoice(db, await account.workspace(), {
    number: 'LATE-1',
    total: 80,
    clientId: client.id,
    status: 'overdue',
    dueDate: '2026-01-01',
  })
  await account.rest('POST', '/leads', { leadData: { first_name: 'Dot', last_name: 'Doe', practice_area: 'Family' } })
  await go(page, '/')
  await page.getByText('1 h 30 min').first().waitFor()
  await page.getByText('150.00').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'LATE-1' }).getByText('Late Ltd').waitFor()
  await page.getByRole('link', { name: 'Dot Doe' }).waitFor()
  const number = page.getByRole('link', { name: 'LATE-1' })
  expect(await number.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await screenshot(page, 'home-day')
  expect(await axe(page)).toEqual([])
  // A figure for screen readers does not make the page longer than it looks.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0)
  expect(
    await page.getByRole('navigation', { name: 'Main' }).evaluate((nav) => nav.scrollHeight - nav.clientHeight),
  ).toBe(0)
  await page.getByRole('button', { name: 'Start timer for Forgotten matter' }).click()
  await page.getByRole('group', { name: 'Timer' }).getByText('Forgotten matter').waitFor()
  await page.getByRole('link', { name: 'Forgotten matter' }).waitFor({ state: 'detached' })
})

it('shows a developer the calls and nothing of the practice, and fits a phone in the dark', async () => {
  const { account, db, open } = world()
  const phone = await open({
    email: await addMember(db, account, 'developer'),
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    hasTouch: true,
  })
  await phone.goto('/')
  await phone.getByText('API calls in the last 24 hours').waitFor()
  expect(await phone.getByText('Unbilled').count()).toBe(0)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await screenshot(phone, 'home-390-dark')
  expect(await axe(phone)).toEqual([])
})

it('lists time of an earlier version that names another client than its matter, and moves it', async () => {
  const { page, account, db } = world()
  const made = async (path: string, body: object) =>
    (await account.rest<{ data: { id: number } }>('POST', path, body)).data.id
  const [hansa, roe] = [
    await made('/clients', { company_name: 'Hansa Ltd' }),
    await made('/clients', { company_name: 'Roe Ltd' }),
  ]
  const matter = await made('/matters', { title: 'Hansa lease', client_id: hansa })
  const entry = await made('/time-entries', { case_id: matter, duration: 1, description: 'Misfiled call' })
  const workspaceId = await account.workspace()
  await db.run`UPDATE time_entries SET client_id = ${roe} WHERE workspace_id = ${workspaceId} AND id = ${entry}`
  await noteWorkToCheck(db)
  await go(page, '/')
  const line = page.getByRole('listitem').filter({ hasText: 'Misfiled call' })
  await line.getByText('Recorded for Roe Ltd, but Hansa lease belongs to Hansa Ltd').waitFor()
  await screenshot(page, 'home-work-to-check')
  expect(await axe(page)).toEqual([])
  await line.getByRole('button', { name: 'Move to Hansa Ltd: Misfiled call' }).click()
  await page.getByText('Time and expenses to check').waitFor({ state: 'detached' })
  const { data } = await account.rest<{ data: { client_id: number } }>('GET', `/time-entries/${entry}`)
  expect(data.client_id).toBe(hansa)
})
