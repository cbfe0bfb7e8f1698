import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { watch } from './watch.ts'
import type { Watch } from './watch.ts'

/** A window of the browser, with cookies and storage of its own. */
export interface Window {
  readonly page: Page
  readonly watch: Watch
}

export interface WindowOptions extends BrowserContextOptions {
  /** True for a window that nobody has used, and nobody will: for what counts what is loaded, or adds scripts. */
  fresh?: boolean
}

let browser: Promise<Browser> | undefined

/**
 * The browser of this process; its files share it, and the windows that they are done with. One browser for all
 * processes would need another process between, through which all goes that is said to it.
 */
export const connect = () => (browser ??= startBrowser())

// A window that has shown the dashboard shows it again for a third of what it takes a new one.
const spare = new Map<string, Window[]>()
const kinds = new WeakMap<Window, string>()

/** The kind of window by what cannot be changed any more; undefined for one that is not kept. */
function kindOf({ fresh, viewport: _viewport, colorScheme: _colors, ...lasting }: WindowOptions): string | undefined {
  return fresh ? undefined : JSON.stringify(lasting)
}

export async function takeWindow(origin: string, options: WindowOptions = {}): Promise<Window> {
  const { fresh: _fresh, ...given } = options
  const viewport = options.viewport ?? { width: 1280, height: 800 }
  const kind = kindOf(options)
  const kept = kind === undefined ? undefined : spare.get(kind)?.pop()
  if (kept) {
    await kept.page.setViewportSize(viewport)
    await kept.page.emulateMedia({
      media: 'screen',
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: 'reduce',
    })
    kept.watch.take()
    return kept
  }
  const browser = await connect()
  // Nothing is waited for until it has faded in.
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...given, viewport })
  context.setDefaultTimeout(150_000)
  const window = { watch: watch(context, origin), page: await context.newPage() }
  if (kind !== undefined) kinds.set(window, kind)
  return window
}

/** Closes a window, or makes it ready for the next one, as nobody; it asks the server for nothing any more. */
export async function giveBack(window: Window): Promise<void> {
  const { page } = window
  const context = page.context()
  const kind = kinds.get(window)
  if (kind === undefined || page.isClosed()) return context.close()
  for (const event of ['request', 'response', 'download', 'dialog'] as const) page.removeAllListeners(event)
  await Promise.all(context.pages().flatMap((other) => (other === page ? [] : [other.close()])))
  await context.clearCookies()
  await context.clearPermissions()
  // A page of the same origin without a script: the process with the compiled ones stays. A window that was just on
  // its way elsewhere is not kept.
  const isEmpty = await page
    .goto('/favicon-test.svg')
    .then(() =>
      page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
        return true
      }),
    )
    .catch(() => false)
  if (!isEmpty) return context.close()
  spare.set(kind, [...(spare.get(kind) ?? []), window])
}
