// How long the dashboard takes to show things, and how far its pages move while they load, through
// `matterbase start` as it comes, in the browser that the tests use too. What waits for the server is
// compared with a bare fetch of the same answer by the same page.
//   node bench/dashboard.ts [--matters 10000] [--turns 5]
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parseArgs, parseEnv } from 'node:util'
import { findBrowser } from '@matterbase/config/testing'
import { chromium } from 'playwright-core'
import { fetchTime, routeChange, shiftOf } from './dashboard-page.ts'
import { startProduct } from './product.ts'
import { quantile } from './steady.ts'

const { values } = parseArgs({
  options: { matters: { type: 'string', default: '10000' }, turns: { type: 'string', default: '5' } },
})
const [matters, turns] = [Number(values.matters), Number(values.turns)]
const median = (times: readonly number[]) => quantile(times, 0.5)
const compared = (title: string, times: readonly number[], floor: readonly number[], of: string) =>
  console.log(
    `${title}: ${Math.round(median(times))} ms (${times.map(Math.round).join(', ')}), ${(median(times) / median(floor)).toFixed(1)} times ${of} (${median(floor).toFixed(1)} ms)`,
  )

const product = await startProduct()
const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: ['--no-sandbox', '--disable-gpu'] })
let arrived = 0
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    arrived = performance.now()
    response.end()
  })
}).listen(0, '127.0.0.1')

try {
  const demo = parseEnv(await readFile(join(product.dataDir, 'demo.env'), 'utf8'))
  const origin = new URL(demo['MATTERBASE_BASE_URL'] ?? '').origin
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } })
  const body = { email: demo['MATTERBASE_DEMO_EMAIL'], password: demo['MATTERBASE_DEMO_PASSWORD'] }
  const signedIn = await context.request.post('/dash/v1/sign-in', { data: body })
  if (!signedIn.ok()) throw new Error(`Signing in: ${signedIn.status()} ${await signedIn.text()}`)
  const page = await context.newPage()

  console.log('How far a page moves while it loads (0 is still):')
  await page.goto('/')
  const links = page.locator('nav[aria-label=Main] a')
  await links.first().waitFor()
  const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  for (const place of places) console.log(`  ${place}: ${await shiftOf(page, place)}`)

  await page.goto('/matters')
  await page.getByRole('heading', { level: 1, name: 'Matters' }).waitFor()
  await routeChange(page, 'Clients')
  await routeChange(page, 'Matters')
  const changes: { change: number; frame: number }[] = []
  for (let turn = 0; turn < turns; turn++)
    changes.push(await routeChange(page, 'Clients'), await routeChange(page, 'Matters'))
  const [change, frame] = [changes.map((each) => each.change), changes.map((each) => each.frame)]
  compared('From one page to another that was shown before', change, frame, 'two frames')

  for (let first = 0; first < matters; first += 200) {
    const data = Array.from({ length: Math.min(200, matters - first) }, (_, place) => ({
      external_id: `bench-${first + place}`,
      title: `Matter of surname${(first + place) % 997} no ${first + place}`,
      description: 'A long story about it',
    }))
    await product.call('POST', '/matters/bulk', { data })
  }
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search and commands' })
  const found: number[] = []
  const bare: number[] = []
  for (const words of ['warm', 'surname99', 'story', 'matter surn', 'surname5', 'long about']) {
    await box.fill('')
    const begun = performance.now()
    await box.fill(words)
    if (words === 'warm') continue
    await page.getByRole('option').filter({ hasText: 'Matter of' }).first().waitFor()
    found.push(performance.now() - begun)
    bare.push(await fetchTime(page, `/dash/v1/live/search?q=${encodeURIComponent(words)}`))
  }
  compared(`First result of a search among ${matters.toLocaleString('en')} matters`, found, bare, 'a bare search')

  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const { id } = await product.call<{ id: number }>('POST', '/webhooks', { url, events: ['lead.created'] })
  await page.goto(`/dev/webhooks/${id}`)
  await page.getByText('Nothing was sent here yet.').waitFor()
  const delivered = page.getByRole('table', { name: 'Deliveries', exact: true }).getByText('Delivered', { exact: true })
  const deliveries: number[] = []
  const lists: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    await product.call('POST', '/leads', { leadData: { first_name: 'Ada' } })
    await delivered.nth(turn).waitFor()
    deliveries.push(performance.now() - arrived)
    lists.push(await fetchTime(page, `/dash/v1/live/webhooks/${id}/deliveries`))
  }
  compared('From the arrival of a delivery until it is shown', deliveries, lists, 'a bare list')

  await page.goto('/dev/logs?path=/clients')
  await page.getByText('No requests match these filters.').waitFor()
  const row = page.getByRole('table', { name: 'Requests' }).locator('tbody tr')
  const requests: number[] = []
  const logs: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    await product.call('GET', '/clients')
    const answered = performance.now()
    await row.nth(turn).waitFor()
    requests.push(performance.now() - answered)
    logs.push(await fetchTime(page, '/dash/v1/live/request-log?path=/clients'))
  }
  compared('From the answer of a request until the log shows it', requests, logs, 'a bare list')
} finally {
  receiver.close()
  await browser.close()
  await product.stop()
}
