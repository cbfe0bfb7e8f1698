import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['@matterbase/db/testing/global-setup'],
    reporters: ['default', ['json', { outputFile: 'test-results.json' }]],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
