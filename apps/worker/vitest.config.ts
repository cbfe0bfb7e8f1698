import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['@matterbase/db/testing/global-setup'],
    // They wait more than they work.
    maxWorkers: 3,
    // They kill real processes against the clock: one that a busy machine spoils is run again, visibly.
    retry: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 8_000, interval: 20 } },
    reporters: ['default', ['json', { outputFile: 'test-results.json' }]],
  },
})
