import { createInvoice } from '@matterbase/db'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { axe } from './support/axe.ts'
import { allRoutes } from './support/routes.ts'
import { screenshot } from './support/screenshot.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()
const routes = await allRoutes()

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]
const schemes = ['light', 'dark'] as const

// From now on each page adds up how far its contents are moved without anybody having done anything.
beforeAll(() =>
  world().page.addInitScript(() => {
    const counted = window as unknown as { shift: number }
    counted.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) counted.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  }),
)

/** An id for each page of one record, by the path before it. */
const ids = new Map<string, string>()

beforeAll(async () => {
  const { account, db, page } = world()
  const make = async (path: string, body: object) => {
    const answer = await account.rest<{ id?: number; data?: { id: number }; lead?: { lead_id: string } }>(
      'POST',
      path,
      body,
      'test',
    )
    return String(answer.id ?? answer.data?.id ?? answer.lead?.lead_id)
  }
  // The test workspace has the sample data, the live one has nothing.
  const reset = await page.context().request.post(`${world().origin}/dash/v1/test/sample-data/reset`)
  if (!reset.ok()) throw new Error(`The sample data: ${reset.status()} ${await reset.text()}`)
  ids.set('/dev/webhooks', await make('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['matter.created'] }))
  ids.set(
    '/clients',
    await make('/clients', { company_name: 'Northgate Insurance', email: 'claims@northgate.example' }),
  )
  ids.set('/matters', await make('/matters', { title: 'Hale v. Northgate', client_id: Number(ids.get('/clients')) }))
  ids.set('/leads', await make('/leads', { leadData: { first_name: 'Ada', email: 'ada@example.com' } }))
  await account.rest('GET', '/matters?limit=bad', undefined, 'test').catch(() => undefined)
  const workspace = await account.workspace('test')
  const invoice = await createInvoice(db, workspace, {
    number: 'A-1',
    total: 120,
    clientId: Number(ids.get('/clients')),
  })
  ids.set('/invoices', String((JSON.parse(invoice) as { invoice_id: number }).invoice_id))
  const newest = async (name: string) => {
    const [row] = await db.$queryRawUnsafe<{ id: unknown }[]>(name)
    return String(row?.id)
  }
  ids.set(
    '/documents',
    await newest(`SELECT document_id AS id FROM documents WHERE workspace_id = ${workspace} LIMIT 1`),
  )
  ids.set('/dev/keys', await newest(`SELECT id FROM api_keys WHERE workspace_id = ${workspace} LIMIT 1`))
  ids.set('/dev/events', await newest(`SELECT id FROM events WHERE workspace_id = ${workspace} LIMIT 1`))
})

function addressOf(route: string): string {
  return route.replace(/^(.*)\/\$\w+/, (_all, list: string) => {
    const id = ids.get(list)
    if (!id || id === 'undefined') throw new Error(`Say in this test how one of ${list} is made`)
    return `${list}/${id}`
  })
}

/** Opens a page and waits until everything it shows at first is there. */
async function show(page: Page, path: string) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading]'))
}

/** Waits until what fades from one colour to another has done so. */
const settled = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.all(ending.map((transition) => transition.finished.catch(() => undefined)))
  })

const nameOf = (route: string) => route.replaceAll(/[/$]+/g, '-').slice(1) || 'home'

async function lookAt(page: Page, name: string) {
  const faults = await axe(page)
  const [wide, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const)
  if (wide > window) faults.push(`the page is ${wide} px wide in a window of ${window}`)
  await screenshot(page, name)
  return faults.map((fault) => `${name}: ${fault}`)
}

it.each(routes)(
  '%s does not move while it loads, is accessible and fits, in light and dark, wide and narrow',
  async (route) => {
    const { page } = world()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
    await show(page, `/test${addressOf(route)}`)
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
    expect(await page.getByText('Something went wrong').count()).toBe(0)
    const name = nameOf(route)
    const faults: string[] = []
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await settled(page)
      for (const size of sizes) {
        await page.setViewportSize(size)
        faults.push(...(await lookAt(page, `${name}-${size.width}-${colorScheme}`)))
      }
    }
    expect(faults).toEqual([])
    expect(shift).toBeLessThanOrEqual(0.05)
  },
)

it.each(routes.filter((route) => !route.includes('$')))('%s is accessible with nothing in it', async (route) => {
  const { page } = world()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await show(page, route)
  expect(await lookAt(page, `${nameOf(route)}-empty`)).toEqual([])
})
