import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['@matterbase/db/testing/global-setup'],
    // They kill real processes against the clock: one that a busy machine spoils is run again, visibly.
    retry: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default', ['json', { outputFile: 'test-results.json' }]],
  },
})
