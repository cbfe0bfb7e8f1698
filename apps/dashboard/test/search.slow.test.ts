import { createKey } from '@matterbase/domain/testing'
import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

async function palette(words: string) {
  const { page } = world()
  await page.getByRole('button', { name: /Search or jump to/ }).waitFor()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search and commands' })
  await box.fill(words)
  return { box, options: page.getByRole('option') }
}

it('finds matter and client by a word and goes there by arrow keys and Enter', async () => {
  const { page, account } = world()
  const { data } = await account.rest<{ data: { id: number } }>('POST', '/clients', {
    company_name: 'Doe Ltd',
    external_id: 'crm/9',
  })
  await account.rest('POST', '/matters', { title: 'Doe v. Roe', client_id: data.id })
  await go(page, '/time')
  const start = page.getByRole('button', { name: /Search or jump to/ })
  await start.focus()
  const { options } = await palette('doe')
  await options.filter({ hasText: 'Doe v. Roe' }).waitFor()
  await options.filter({ hasText: 'Doe Ltd' }).waitFor()
  await screenshot(page, 'search')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => start.evaluate((element) => element === document.activeElement)).toBe(true)
  await palette('doe')
  await options.filter({ hasText: 'Doe Ltd' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Doe Ltd', level: 1 }).waitFor()
})

it('goes straight to what an external_id, a request id or a key names', async () => {
  const { page, account, db } = world()
  const { key } = await createKey(db, {
    email: account.email,
    name: 'Accounting',
    environment: 'live',
    tier: 'free',
    scopes: ['matters:read'],
  })
  await db.run`
    INSERT INTO request_logs (workspace_id, request_id, api_key_id, at, method, path, status, duration_ms)
    VALUES (${await account.workspace()}, 'req-of-mine', 1, now(), 'GET', '/matters', 200, 1)`
  await go(page, '/time')
  const { box, options } = await palette('crm/9')
  await options.first().filter({ hasText: 'Doe Ltd' }).waitFor()
  await box.fill('req-of-mine')
  await options.first().filter({ hasText: 'GET /matters' }).waitFor()
  const asked = page.waitForRequest(/\/search/)
  await box.fill(key)
  expect((await asked).url()).not.toContain(key)
  await options.first().filter({ hasText: 'Accounting' }).waitFor()
})

it('shows actions beside records', async () => {
  const { page } = world()
  // Loaded, since the palette still stands open.
  await page.goto('/time')
  const { options } = await palette('key')
  await options.filter({ hasText: 'New API key' }).waitFor()
  expect(await options.filter({ hasText: 'API keys' }).count()).toBe(1)
})

it('finds parts of words without accents, and the pages of the settings', async () => {
  const { page, account } = world()
  await account.rest('POST', '/clients', { company_name: 'Krüger & Söhne' })
  await page.goto('/time')
  const { box, options } = await palette('kruger sohne')
  await options.filter({ hasText: 'Krüger & Söhne' }).waitFor()
  await box.fill('iburton')
  await page.getByText('No results.').waitFor()
  await box.fill('settings')
  for (const label of ['Profile', 'Security', 'Firm', 'Members', 'Data'])
    await options.filter({ hasText: new RegExp(`^${label}`) }).waitFor()
  await box.fill('settings firm')
  await expect.poll(() => options.count()).toBe(1)
})

it('says that it can’t search while the server is away, and finds the record when it is back', async () => {
  const { page } = world()
  await page.goto('/time')
  const away = (url: URL) => url.pathname.endsWith('/search')
  await page.route(away, (route) => route.abort())
  await page.getByRole('button', { name: /Search or jump to/ }).click()
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('kruger')
  await page.getByText('Search is not available right now.').waitFor()
  expect(await page.getByText('No results.').count()).toBe(0)
  await page.unroute(away)
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('krüger')
  await page.getByRole('option').filter({ hasText: 'Krüger & Söhne' }).waitFor()
  expect(await page.getByText('Search is not available right now.').count()).toBe(0)
})
