import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const folder = fileURLToPath(new URL('../screenshots', import.meta.url))
const isWanted = existsSync(folder)

/** Keeps what the window shows as `<name>.png`, to be looked at, for those who have made the folder `test/screenshots`. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (isWanted) await page.screenshot({ path: `${folder}/${name}.png` })
}
