import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** The JavaScript that a page loads until `shown`, as it goes over the wire, in bytes. */
async function scripts(page: Page, path: string, shown: () => Promise<void>): Promise<number> {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  await page.goto(path)
  await shown()
  await page.waitForLoadState('networkidle')
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

it('loads at most 110 kB of JavaScript to sign in', async () => {
  const page = await world().open({ fresh: true })
  const heading = page.getByRole('heading', { name: 'Sign in' })
  const size = await scripts(page, '/sign-in', () => heading.waitFor())
  console.info(`sign-in: ${size} bytes of JavaScript, gzip`)
  expect(size).toBeLessThanOrEqual(110_000)
})

it('loads at most 230 kB of JavaScript for the first list', async () => {
  const { open, account } = world()
  await account.rest('POST', '/matters', { title: 'Hale' })
  const page = await open({ email: account.email, fresh: true })
  const size = await scripts(page, '/matters', () => page.getByRole('link', { name: 'Hale', exact: true }).waitFor())
  console.info(`first list: ${size} bytes of JavaScript, gzip`)
  expect(size).toBeLessThanOrEqual(230_000)
})

it('goes to a page that was shown before at once, whatever the server does', async () => {
  const { open, account } = world()
  const page = await open({ email: account.email, fresh: true })
  const hale = page.getByRole('link', { name: 'Hale', exact: true })
  await page.goto('/matters')
  await hale.waitFor()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
  // From now on nothing is answered.
  await page.route('**/*', () => {})
  await page.getByRole('link', { name: 'Matters', exact: true }).click()
  await expect.poll(() => hale.isVisible()).toBe(true)
})

it('works in a window without WebSockets: what happens elsewhere still appears by itself', async () => {
  const { open, account } = world()
  const page = await open({ email: account.email, fresh: true })
  await page.addInitScript(() => {
    for (const name of ['WebSocket', 'EventSource']) Reflect.deleteProperty(window, name)
  })
  await page.goto('/dev/events')
  await page.getByRole('table', { name: 'Events' }).waitFor()
  expect(await page.evaluate(() => 'WebSocket' in window || 'EventSource' in window)).toBe(false)
  await account.rest('POST', '/clients', { email: 'a@example.com' })
  await page.getByRole('link', { name: 'client.created' }).waitFor()
})
