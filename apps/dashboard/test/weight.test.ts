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
  const page = await world().open()
  const heading = page.getByRole('heading', { name: 'Sign in' })
  const size = await scripts(page, '/sign-in', () => heading.waitFor())
  console.info(`sign-in: ${size} bytes of JavaScript, gzip`)
  expect(size).toBeLessThanOrEqual(110_000)
})

it('loads at most 230 kB of JavaScript for the first list', async () => {
  const { open, account } = world()
  await account.rest('POST', '/matters', { title: 'Hale' })
  const page = await open({ email: account.email })
  const size = await scripts(page, '/matters', () => page.getByRole('link', { name: 'Hale', exact: true }).waitFor())
  console.info(`first list: ${size} bytes of JavaScript, gzip`)
  expect(size).toBeLessThanOrEqual(230_000)
})

it('goes from one page to another in at most 100 ms once they are loaded', async () => {
  const { page } = world()
  await page.goto('/matters')
  const visit = (name: string) =>
    page.evaluate(async (label) => {
      const link = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label=Main] a')].find(
        (one) => one.textContent?.trim() === label || one.getAttribute('aria-label') === label,
      )
      if (!link) throw new Error(`No link ${label}`)
      const started = performance.now()
      link.click()
      await new Promise<void>((resolve) => {
        const look = () => {
          if (document.querySelector('h1')?.textContent === label) requestAnimationFrame(() => resolve())
          else requestAnimationFrame(look)
        }
        look()
      })
      return performance.now() - started
    }, name)
  const times: number[] = []
  await page.getByRole('heading', { level: 1, name: 'Matters' }).waitFor()
  await visit('Clients')
  await visit('Matters')
  for (let turn = 0; turn < 5; turn++) times.push(await visit('Clients'), await visit('Matters'))
  const median = times.toSorted((a, b) => a - b)[5] ?? Number.POSITIVE_INFINITY
  console.info(`route change: median ${Math.round(median)} ms of ${times.length}`)
  expect(median).toBeLessThanOrEqual(100)
})

it('works in a window without WebSockets: what happens elsewhere still appears by itself', async () => {
  const { open, account } = world()
  const page = await open({ email: account.email })
  await page.addInitScript(() => {
    for (const name of ['WebSocket', 'EventSource']) Reflect.deleteProperty(window, name)
  })
  await page.goto('/dev/events')
  await page.getByRole('table', { name: 'Events' }).waitFor()
  expect(await page.evaluate(() => 'WebSocket' in window || 'EventSource' in window)).toBe(false)
  await account.rest('POST', '/clients', { email: 'a@example.com' })
  await page.getByRole('link', { name: 'client.created' }).waitFor()
})
