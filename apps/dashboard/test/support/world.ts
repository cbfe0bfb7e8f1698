import { createDb } from '@matterbase/db'
import type { Db } from '@matterbase/db'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { newAccount, signInTo } from './account.ts'
import type { Account } from './account.ts'
import { watch } from './watch.ts'
import type { Watch } from './watch.ts'

/** What a test file has: contexts of its own in the browser, an account, and a page that is signed in to it. */
export interface World {
  readonly origin: string
  readonly db: Db
  readonly browser: Browser
  readonly account: Account
  /** Signed in as the account's owner, 1280 × 800, light. `page.goto('/test/matters')` */
  readonly context: BrowserContext
  readonly page: Page
  /** Another browser's window, watched too and closed after the test: signed in as `email`, or as nobody. */
  open(options?: BrowserContextOptions & { email?: string }): Promise<Page>
}

/**
 * Opens a world for a test file: `const world = useWorld()` at its top, `world().page` in its tests.
 * After each test nothing may stand in the console, no request may have left the origin, and no
 * answer may have been a 5xx.
 */
export function useWorld(): () => World {
  let world: World | undefined
  const watches: Watch[] = []
  const opened: BrowserContext[] = []
  const taken = () => watches.flatMap((each) => each.take())

  beforeAll(async () => {
    const { origin, databaseUrl } = inject('service')
    const db = createDb({ url: databaseUrl, poolSize: 2 })
    const browser = await chromium.connect(inject('browser'))
    const open: World['open'] = async ({ email, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width: 1280, height: 800 },
        // Nothing is waited for until it has faded in.
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(30_000)
      opened.push(context)
      watches.push(watch(context, origin))
      if (email !== undefined) await signInTo(context, origin, email)
      return context.newPage()
    }
    const account = await newAccount(db, origin)
    const page = await open({ email: account.email })
    world = { origin, db, browser, account, page, context: page.context(), open }
    opened.length = 0
  })

  afterEach(async () => {
    const faults = taken()
    // What stands open goes on asking the server.
    await Promise.all(opened.splice(0).map((context) => context.close()))
    expect(faults).toEqual([])
  })

  afterAll(async () => {
    await world?.browser.close()
    await world?.db.$disconnect()
  })

  return () => {
    if (!world) throw new Error('The world opens before the first test')
    return world
  }
}
