import { createDb, createSealer } from '@matterbase/db'
import type { Sealer } from '@matterbase/db'
import { withModels } from '@matterbase/db/testing'
import type { TestDb } from '@matterbase/db/testing'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { newAccount, signInTo } from './account.ts'
import type { Account } from './account.ts'
import { connect, giveBack, takeWindow } from './windows.ts'
import type { Window, WindowOptions } from './windows.ts'

/** What a test file has: windows of the browser, an account, and a page that is signed in to it. */
export interface World {
  readonly origin: string
  readonly db: TestDb
  /** Opens what the service has sealed. */
  readonly sealer: Sealer
  readonly browser: Browser
  readonly account: Account
  /** Signed in as the account's owner, 1280 × 800, light. `page.goto('/test/matters')` */
  readonly context: BrowserContext
  readonly page: Page
  /** Another window, watched too and given back after the test: signed in as `email`, or as nobody. */
  open(options?: WindowOptions & { email?: string }): Promise<Page>
}

/**
 * Opens a world for a test file: `const world = useWorld()` at its top, `world().page` in its tests.
 * After each test nothing may stand in the console, no request may have left the origin, and no
 * answer may have been a 5xx.
 */
export function useWorld(): () => World {
  let world: World | undefined
  let own: Window | undefined
  const opened: Window[] = []

  beforeAll(async () => {
    const { origin, databaseUrl, encryptionKey } = inject('service')
    const db = withModels(createDb({ url: databaseUrl, poolSize: 2 }))
    const open = async ({ email, ...options }: WindowOptions & { email?: string } = {}) => {
      const window = await takeWindow(origin, options)
      if (email !== undefined) await signInTo(db, window.page.context(), origin, email)
      return window
    }
    const account = await newAccount(db, origin)
    own = await open({ email: account.email })
    const { page } = own
    world = {
      origin,
      db,
      sealer: createSealer(encryptionKey),
      browser: await connect(),
      account,
      page,
      context: page.context(),
      async open(options) {
        const window = await open(options)
        opened.push(window)
        return window.page
      },
    }
  })

  afterEach(async () => {
    const faults = [...(own ? [own] : []), ...opened].flatMap(({ watch }) => watch.take())
    // What stands open goes on asking the server.
    await Promise.all(opened.splice(0).map(giveBack))
    expect(faults).toEqual([])
  })

  afterAll(async () => {
    if (own) await giveBack(own)
    await world?.db.$disconnect()
  })

  return () => {
    if (!world) throw new Error('The world opens before the first test')
    return world
  }
}
