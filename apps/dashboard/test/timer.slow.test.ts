import { expect, it } from 'vitest'
import { addMember } from './support/account.ts'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

interface Listed {
  readonly data: readonly { readonly [name: string]: unknown }[]
}

it('starts with T anywhere, shows in the header and the title, and survives a reload and another browser', async () => {
  const { page, account, open } = world()
  await go(page, '/settings/profile')
  await page.getByRole('button', { name: 'Start timer', disabled: false }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('timer').waitFor()
  await expect.poll(() => page.title()).toMatch(/^0:00 · /)
  await page.reload()
  await page.getByRole('timer').waitFor()
  const elsewhere = await open({ email: account.email })
  await elsewhere.goto('/clients')
  await elsewhere.getByRole('timer').waitFor()
  await screenshot(page, 'timer-running')
  expect(await axe(page, { withFrame: true })).toEqual([])
})

it('takes a matter and words while it runs, and becomes an entry that can be completed', async () => {
  const { page, account, db } = world()
  const { data: matter } = await account.rest<{ data: { id: number } }>('POST', '/matters', { title: 'Timed matter' })
  await db.run`UPDATE timers SET started_at = now() - interval '72 minutes' WHERE workspace_id = ${await account.workspace()}`
  await go(page, '/')
  await page.getByRole('timer').click()
  const dialog = page.getByRole('dialog', { name: 'Running timer' })
  await dialog.getByLabel('Matter').fill('timed')
  await page.getByRole('option', { name: /Timed matter/ }).click()
  await dialog.getByLabel('Description').fill('Long call')
  expect(await axe(page)).toEqual([])
  await screenshot(page, 'timer-dialog')
  await dialog.getByRole('button', { name: 'Stop and record' }).click()
  const entry = page.getByRole('dialog', { name: 'Time recorded' })
  await expect.poll(() => entry.getByLabel('Description').inputValue()).toBe('Long call')
  await expect.poll(() => entry.getByLabel('Matter').inputValue()).toBe('Timed matter')
  await entry.getByLabel('Hourly rate').fill('100')
  expect(await axe(page)).toEqual([])
  await entry.getByRole('button', { name: 'Save' }).click()
  await entry.waitFor({ state: 'hidden' })
  const { data } = await account.rest<Listed>('GET', '/time-entries')
  expect(data).toMatchObject([{ case_id: matter.id, description: 'Long call', hourly_rate: 100 }])
  expect(data[0]?.['duration']).toBeCloseTo(1.2, 1)
  await expect.poll(() => page.title()).not.toMatch(/^\d/)
})

it('is for the matter on the screen when it is started there, and stops with T', async () => {
  const { page, account, db } = world()
  const { data: matter } = await account.rest<{ data: { id: number } }>('POST', '/matters', { title: 'On the screen' })
  await go(page, `/matters/${matter.id}`)
  await page.getByRole('heading', { name: 'On the screen', level: 1 }).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Start timer', disabled: false }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('group', { name: 'Timer' }).getByText('On the screen').waitFor()
  await db.run`UPDATE timers SET started_at = started_at - interval '65 seconds' WHERE workspace_id = ${await account.workspace()}`
  await page.keyboard.press('t')
  await page.getByRole('dialog', { name: 'Time recorded' }).getByRole('button', { name: 'Cancel' }).click()
  const { data } = await account.rest<Listed>('GET', `/time-entries?case_id=${matter.id}`)
  expect(data).toHaveLength(1)
  // Whole minutes, whatever the seconds.
  const minutes = Number(data[0]?.['duration']) * 60
  expect(minutes).toBeGreaterThan(1.9)
  expect(Math.abs(minutes - Math.round(minutes))).toBeLessThan(0.01)
})

it('asks before its time is discarded', async () => {
  const { page } = world()
  await go(page, '/')
  await page.getByRole('banner').getByRole('button', { name: 'Start timer', disabled: false }).click()
  await page.getByRole('timer').click()
  const dialog = page.getByRole('dialog', { name: 'Running timer' })
  await dialog.getByLabel('Description').fill('Call about the lease')
  await dialog.getByRole('button', { name: 'Discard time…' }).click()
  const question = page.getByRole('dialog', { name: 'Discard the time of this timer?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await dialog.getByLabel('Description').inputValue()).toBe('Call about the lease')
  await dialog.getByRole('button', { name: 'Discard time…' }).click()
  await question.getByRole('button', { name: 'Discard time' }).click()
  await page.getByRole('timer').waitFor({ state: 'detached' })
})

it('makes one entry when two windows stop it', async () => {
  const { page, account, db, open } = world()
  const before = (await account.rest<Listed>('GET', '/time-entries')).data.length
  const other = await open({ email: account.email })
  await go(page, '/time')
  await page.getByRole('button', { name: 'Start timer' }).click()
  await other.goto('/time')
  await other.getByRole('timer').waitFor()
  await db.run`UPDATE timers SET started_at = now() WHERE workspace_id = ${await account.workspace()}`
  await Promise.all([page, other].map((window) => window.getByRole('button', { name: 'Stop timer' }).click()))
  await Promise.all([page, other].map((window) => window.getByRole('timer').waitFor({ state: 'detached' })))
  const { data } = await account.rest<Listed>('GET', '/time-entries?sort=-id')
  expect(data).toHaveLength(before + 1)
  // Stopped at once, it is still the shortest time there is.
  expect(Number(data[0]?.['duration']) * 60).toBeCloseTo(1, 1)
})

it('does nothing while somebody types, and is not there for those who may not use it', async () => {
  const { page, account, db, open } = world()
  await go(page, '/matters')
  await page.getByLabel('Search matters').pressSequentially('tt')
  expect(await page.getByRole('timer').count()).toBe(0)
  const reader = await open({ email: await addMember(db, account, 'read-only') })
  await reader.goto('/matters')
  await reader.getByRole('heading', { name: 'Matters' }).waitFor()
  expect(await reader.getByRole('button', { name: 'Start timer' }).count()).toBe(0)
})
