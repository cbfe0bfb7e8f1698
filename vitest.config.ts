import { defineConfig } from 'vitest/config'
import { ByFolder } from './test-run/by-folder.ts'
import { limits, loadedByNode } from './test-run/limits.ts'
import { Summary } from './test-run/summary.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...limits,
          experimental: loadedByNode,
          // One project for all that runs on Node: its processes load what the packages share once.
          name: 'node',
          include: ['{packages,apps,examples}/*/test/**/*.test.ts', 'test-run/*.test.ts'],
          exclude: [...limits.exclude, 'apps/dashboard/**', 'packages/sdk/**'],
          globalSetup: ['packages/db/src/testing/global-setup.ts'],
        },
      },
      'apps/dashboard/vitest.config.ts',
      'packages/sdk/vitest.config.ts',
    ],
    reporters: ['default', new Summary()],
    // As the limits of test-run: a process that ends slowly because the machine is busy fails nothing.
    teardownTimeout: 150_000,
    sequence: { sequencer: ByFolder },
  },
})
