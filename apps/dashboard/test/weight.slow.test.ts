import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useWorld } from './support/world.ts'

const world = useWorld()

/** The JavaScript that a page loads until `shown`: how many files, and their bytes as they go over the wire. */
async function scripts(page: Page, path: string, shown: () => Promise<void>) {
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body())
  })
  await page.goto(path)
  await shown()
  await page.waitForLoadState('networkidle')
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

it('loads at most 110 kB of JavaScript in 10 files to sign in', async () => {
  const page = await world().open({ fresh: true })
  const heading = page.getByRole('heading', { name: 'Sign in' })
  const { files, bytes } = await scripts(page, '/sign-in', () => heading.waitFor())
  console.info(`sign-in: ${bytes} bytes of JavaScript in ${files} files, gzip`)
  expect(bytes).toBeLessThanOrEqual(110_000)
  expect(files).toBeLessThanOrEqual(10)
})

it('loads at most 231 kB of JavaScript in 20 files for the first list', async () => {
  const { open, account } = world()
  await account.rest('POST', '/matters', { title: 'Hale' })
  const page = await open({ email: account.email, fresh: true })
  const hale = page.getByRole('link', { name: 'Hale', exact: true })
  const { files, bytes } = await scripts(page, '/matters', () => hale.waitFor())
  console.info(`first list: ${bytes} bytes of JavaScript in ${files} files, gzip`)
  expect(bytes).toBeLessThanOrEqual(231_000)
  expect(files).toBeLessThanOrEqual(20)
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
