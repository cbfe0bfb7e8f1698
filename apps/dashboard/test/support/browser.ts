import { findBrowser } from '@matterbase/config/testing'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of the run is reached. */
    browser: string
  }
}

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live too briefly for what their code gains by being compiled a second time.
  '--js-flags=--no-opt --no-maglev',
]

let close = () => Promise.resolve()

/** One browser for all test files: to start one takes longer than many a test. */
export async function setup(project: TestProject): Promise<void> {
  const executablePath = findBrowser()
  if (!executablePath) return
  const server = await chromium.launchServer({ executablePath, headless: true, args: flags })
  close = () => server.close()
  project.provide('browser', server.wsEndpoint())
}

export const teardown = () => close()
