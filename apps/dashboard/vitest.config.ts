import { findBrowser } from '@matterbase/process/testing'
import { configDefaults, defineConfig } from 'vitest/config'
import { contractPlugin } from './contract-plugin.ts'

export default defineConfig({
  plugins: [contractPlugin()],
  test: {
    // All but this one drive a browser.
    include: findBrowser() ? configDefaults.include : ['test/next-address.test.ts'],
    globalSetup: ['@matterbase/db/testing/global-setup', './test/support/service.ts'],
    reporters: ['default', ['json', { outputFile: 'test-results.json' }]],
    // A browser each.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000, interval: 30 } },
  },
})
