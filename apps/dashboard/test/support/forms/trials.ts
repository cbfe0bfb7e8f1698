import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { go } from '../go.ts'
import type { World } from '../world.ts'
import { operationOf, trials } from './form.ts'
import type { Form, Trial } from './form.ts'

const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })
const conflict = (page: Page) => page.getByRole('dialog', { name: 'Conflicting changes' })

/** Everything that is typed or chosen on the page. */
async function values(page: Page) {
  // A field that is left writes its value in the format of the firm.
  await page.evaluate(() => document.activeElement instanceof HTMLInputElement && document.activeElement.blur())
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')].map(({ type, checked, value }) =>
      /^(?:checkbox|radio)$/.test(type) ? checked : value,
    ),
  )
}

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))

async function keepsEditing(page: Page, before: readonly unknown[]) {
  await leaving(page).getByRole('button', { name: 'Keep editing' }).click()
  await leaving(page).waitFor({ state: 'detached' })
  await expect.poll(() => values(page)).toEqual(before)
}

async function back({ page }: World) {
  const address = page.url()
  const before = await values(page)
  await page.goBack()
  await keepsEditing(page, before)
  await expect.poll(() => page.url()).toBe(address)
}

async function link({ page }: World, { isDialog }: Form) {
  const before = await values(page)
  if (!isDialog) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
    return keepsEditing(page, before)
  }
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => values(page)).toEqual(before)
}

async function secondTab(world: World, form: Form) {
  const { page } = world
  await form.other?.(world)
  await form.save(page)
  await conflict(page).getByText('Theirs', { exact: true }).first().waitFor()
  await conflict(page).getByRole('button', { name: 'Cancel' }).click()
  await conflict(page).waitFor({ state: 'detached' })
  // Nothing was overwritten, and what was typed is still there.
  await page.getByText('Not saved. Another member changed this record in the meantime.').first().waitFor()
  expect(await drafts(page)).toHaveLength(1)
}

/** The server does the next request of the form, and the browser gets no response. */
async function loseNext(page: Page, form: Form) {
  const [method = '', path = ''] = operationOf(form).split(' ')
  const pattern = new RegExp(`^/dash/v1(?:/live)?${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const isOf = ({ pathname }: URL) => pattern.test(pathname)
  const lost = Promise.withResolvers<void>()
  let isDone = false
  const lose = async (route: Route) => {
    if (isDone || route.request().method() !== method) return route.fallback()
    const reply = await route.fetch()
    // After a refused version, the form reads again and repeats the request.
    if (!reply.ok()) return route.fulfill({ response: reply })
    isDone = true
    await route.abort('connectionreset')
    lost.resolve()
  }
  await page.route(isOf, lose)
  return { isLost: lost.promise, end: () => page.unroute(isOf, lose) }
}

async function rowsOf({ account, db }: World, table: string | undefined) {
  if (table === undefined) return 0
  const workspace = await account.workspace()
  const [row] = await db.$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM "${table}" WHERE workspace_id = ${workspace}`,
  )
  return row?.count ?? 0
}

async function lostResponse(world: World, form: Form) {
  const { page } = world
  const before = await rowsOf(world, form.table)
  const { isLost, end } = await loseNext(page, form)
  await form.save(page)
  if (form.other) await conflict(page).getByRole('button', { name: 'Save' }).click()
  await isLost
  // The press is over. If the page is read again by now, it shows what was saved, without an error.
  await expect.poll(() => page.locator('button[aria-busy=true]').count()).toBe(0)
  await form.save(page)
  // Saved values are no draft any more.
  await expect.poll(() => drafts(page)).toEqual([])
  await end()
  expect(await rowsOf(world, form.table)).toBe(before + (form.table === undefined ? 0 : 1))
  expect(await conflict(page).count()).toBe(0)
}

const steps: Readonly<Record<Trial, (world: World, form: Form) => Promise<void>>> = {
  back,
  link,
  'second tab': secondTab,
  'lost response': lostResponse,
}

/** Fills in the form, and tries to lose it. Returns what the form survived, or why a trial is left out. */
export async function outcomes(world: World, form: Form): Promise<Readonly<Record<string, string>>> {
  const { page } = world
  await page.goto('/clients')
  // Then the app moves to an address without being loaded again, so that Back stays in it.
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await go(page, await form.at(world))
  await form.open?.(page)
  await form.fill(page)
  const row: Record<string, string> = {}
  for (const trial of trials) {
    const reason = form.without?.[trial]
    if (reason === undefined) await steps[trial](world, form)
    row[trial] = reason ?? 'ok'
  }
  return row
}
