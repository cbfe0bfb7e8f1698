import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const folder = fileURLToPath(new URL('../screenshots', import.meta.url))

/** Keeps what the window shows as `test/screenshots/<name>.png`, to be looked at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${folder}/${name}.png` })
}
