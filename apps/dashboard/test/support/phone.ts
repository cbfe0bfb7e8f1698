import type { Page } from 'playwright-core'
import { axe } from './axe.ts'
import { screenshot } from './screenshot.ts'

/** What is wrong with the page as it is now on a phone in the dark; afterwards it is in the light and wide again. */
export async function faultsOnPhone(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  const faults = await axe(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > 390) faults.push(`the page is ${width} px wide on a phone of 390`)
  await screenshot(page, `${name}-390-dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
  return faults
}
