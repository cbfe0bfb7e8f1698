import { defineConfig } from 'vitest/config'
import { limits } from '../../test-run/limits.ts'

export default defineConfig({
  test: {
    ...limits,
    // Its entries outlive an install that moves vitest, and every test fails to load then.
    fsModuleCache: false,
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
        },
      },
    ],
  },
})
