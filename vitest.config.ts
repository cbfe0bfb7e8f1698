import { defineConfig } from 'vitest/config'
import { limits, loadedByNode } from './test-run/limits.ts'
import { skippedTests } from './test-run/skipped-tests.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...limits,
          experimental: loadedByNode,
          // One project for all packages on Node, so that a process loads their shared modules once.
          name: 'node',
          include: ['{packages,apps,examples}/*/test/**/*.test.ts', 'test-run/*.test.ts'],
          exclude: [...limits.exclude, 'apps/dashboard/**', 'packages/sdk/**'],
          globalSetup: ['packages/db/src/testing/global-setup.ts'],
        },
      },
      'apps/dashboard/vitest.config.ts',
      'packages/sdk/vitest.config.ts',
    ],
    reporters: [skippedTests, 'default'],
    // A process that ends slowly on a busy machine must not fail the run.
    teardownTimeout: 150_000,
  },
})
