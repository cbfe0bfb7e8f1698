import { expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { go } from './support/go.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

interface Listed {
  readonly data: readonly { readonly client_id: number | null; readonly id: number }[]
}

async function newMatter(title: string) {
  const { page } = world()
  page.setDefaultTimeout(15_000)
  await go(page, '/matters?new=1')
  await page.getByLabel('Title').fill(title)
  return {
    page,
    client: page.getByRole('combobox', { name: 'Client' }),
    create: page.getByRole('button', { name: 'Create matter' }),
  }
}

const matterCalled = async (title: string) =>
  (await world().account.rest<Listed>('GET', `/matters?q=${encodeURIComponent(title)}`)).data

it('keeps a name that was not picked, sends no form with it, and offers to create the client', async () => {
  const { page, client, create } = await newMatter('Unpicked')
  await client.fill('Spree')
  await page.getByRole('option', { name: 'Create client “Spree”' }).waitFor()
  await client.press('Tab')
  await page.getByText('Choose one, or create “Spree”.').waitFor()
  expect(await client.inputValue()).toBe('Spree')
  expect(await client.getAttribute('aria-invalid')).toBe('true')
  expect(await axe(page)).toEqual([])
  await create.click()
  await expect.poll(() => client.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await matterCalled('Unpicked')).toEqual([])
  await page.getByRole('button', { name: 'Create client “Spree”' }).click()
  await expect.poll(() => client.getAttribute('aria-invalid')).toBe(null)
  await expect.poll(() => client.inputValue()).toBe('Spree')
  await create.click()
  await page.getByRole('heading', { name: 'Unpicked', level: 1 }).waitFor()
  const [matter] = await matterCalled('Unpicked')
  expect(matter?.client_id).toEqual(expect.any(Number))
})

it('takes the one client that is called exactly so, and lets the box be emptied', async () => {
  const { page, client, create } = await newMatter('Exact')
  await client.fill('spree')
  await page.getByRole('option', { name: 'Spree', exact: true }).waitFor()
  await client.press('Tab')
  await expect.poll(() => client.inputValue()).toBe('Spree')
  await client.fill('Unknown client')
  await client.press('Tab')
  await page.getByText('Choose one, or create “Unknown client”.').waitFor()
  await client.fill('')
  await expect.poll(() => page.getByText('Choose one, or').count()).toBe(0)
  await create.click()
  await page.getByRole('heading', { name: 'Exact', level: 1 }).waitFor()
  expect(await matterCalled('Exact')).toMatchObject([{ client_id: null }])
})

it('does not say that nothing has the name while the server is away, and finds the client when it is back', async () => {
  const { page, client } = await newMatter('Away')
  const away = (url: URL) => url.pathname.endsWith('/search')
  await page.route(away, (route) => route.abort())
  await client.fill('spree')
  await page.getByText('Search is not available right now.').waitFor()
  expect(await page.getByText('No results.').count()).toBe(0)
  await page.unroute(away)
  await client.fill('spre')
  await page.getByRole('option', { name: 'Spree', exact: true }).waitFor()
})

it('keeps a name that was not picked for a quick entry, and records no time without its matter', async () => {
  const { page } = world()
  await go(page, '/time')
  const matter = page.getByRole('combobox', { name: 'Matter of the new entry' })
  const line = page.getByLabel('Duration and description of your work')
  await line.fill('1h 12m Call without a matter')
  await matter.fill('Unknown matter')
  await line.press('Tab')
  await expect.poll(() => matter.getAttribute('aria-invalid')).toBe('true')
  expect(await matter.inputValue()).toBe('Unknown matter')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => matter.evaluate((element) => element === document.activeElement)).toBe(true)
  expect((await world().account.rest<Listed>('GET', '/time-entries?q=without')).data).toEqual([])
  await matter.fill('')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect
    .poll(async () => (await world().account.rest<Listed>('GET', '/time-entries?q=without')).data)
    .toHaveLength(1)
})

it.each([
  ['a week', '/time?view=week', 'Add a matter to the week'],
  ['a list', '/matters', 'Client'],
])('keeps a name that was not picked for %s', async (_name, path, label) => {
  const { page } = world()
  await go(page, path)
  const box = page.getByRole('combobox', { name: label })
  await box.fill('Not there')
  // Where the box is the last thing of the page, Tab leaves the page.
  await page.locator('h1').click({ force: true })
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true')
  expect(await box.inputValue()).toBe('Not there')
  await box.fill('')
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe(null)
})
