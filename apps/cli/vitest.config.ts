import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['@matterbase/db/testing/global-setup'],
    // Far more than it takes, so that only what hangs fails on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    reporters: ['default', ['json', { outputFile: 'test-results.json' }]],
  },
})
