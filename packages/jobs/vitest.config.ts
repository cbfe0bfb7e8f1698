import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['@matterbase/db/testing/global-setup'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 8_000, interval: 20 } },
    reporters: ['default', ['json', { outputFile: 'test-results.json' }]],
  },
})
