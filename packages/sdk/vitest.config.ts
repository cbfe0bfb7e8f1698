import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Its entries outlive an install that moves vitest, and every test fails to load then.
    fsModuleCache: false,
    reporters: ['default', ['json', { outputFile: 'test-results.json' }]],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: ['test/contract/**', 'test/runtimes/**'] },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/{contract,runtimes}/*.test.ts'],
          globalSetup: ['@matterbase/db/testing/global-setup'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
})
