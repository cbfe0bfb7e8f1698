import { findBrowser } from '@matterbase/config/testing'
import { chromium } from 'playwright-core'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live too briefly for what their code gains by being compiled a second time.
  '--js-flags=--no-opt --no-maglev',
]

/** Starts a browser, which ends with this process. */
export function startBrowser() {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('There is no browser: install chromium-headless-shell')
  return chromium.launch({ executablePath, args: flags })
}
